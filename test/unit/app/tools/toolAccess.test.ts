import assert from 'node:assert/strict';
import { assertAllowed } from '../../../../src/app/tools/toolAccess.ts';
import { ACTING_TOOLS, TOOL_NAMES } from '../../../../src/app/tools/toolNames.ts';
import { codeOf } from './toolErrors.ts';

describe('A tool', () => {
  const open = { allowed: 'all', allowsExtensionTools: true, isTrusted: true } as const;

  it('is refused if the user has switched it off, VS Code does not allow it, or the workspace is not trusted', async () => {
    for (const name of TOOL_NAMES) {
      assertAllowed(name, open);
      assert.equal(await codeOf(() => assertAllowed(name, { ...open, allowed: 'off' })), 'toolsOff');
      assert.equal(await codeOf(() => assertAllowed(name, { ...open, allowsExtensionTools: false })), 'toolsOff');
      assert.equal(await codeOf(() => assertAllowed(name, { ...open, isTrusted: false })), 'untrusted');
    }
  });

  it('is refused if it acts and the user allows only reading', async () => {
    const readOnly = { ...open, allowed: 'readOnly' } as const;
    for (const name of TOOL_NAMES) {
      if (ACTING_TOOLS.some((acting) => acting === name)) {
        assert.equal(await codeOf(() => assertAllowed(name, readOnly)), 'readOnly');
      } else {
        assertAllowed(name, readOnly);
      }
    }
  });
});
