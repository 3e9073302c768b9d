import assert from 'node:assert/strict';
import type { LogOutputChannel } from 'vscode';
import { Redactor } from '../../../../src/base/logger.ts';
import { createRedactingLog } from '../../../../src/ui/errors/redactingLog.ts';

function logOf(redactor = new Redactor()) {
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const channel = { debug: write, info: write, warn: write, error: write } as unknown as LogOutputChannel;
  return { log: createRedactingLog(channel, redactor), written };
}

describe('The log', () => {
  it('writes one clean line of limited length, whatever id or text it is given', () => {
    const hostile = [
      'Job a\n2026-01-01 [error] forged: answered',
      'Job \u202egpj.exe\u2066\0\u001b[31m: answered',
      `Job \ud800${'x'.repeat(1_000_000)}: answered`,
      'Job a\u2028b\u0085c\rd',
    ];
    for (const text of hostile) {
      const { log, written } = logOf();
      log.debug(text);
      log.info(text);
      log.warn(text);
      log.error(text, [text]);
      assert.equal(written.length, 4);
      for (const line of written.flatMap((entry, index) => (index === 3 ? entry.split('\n') : [entry]))) {
        assert.doesNotMatch(line, /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u);
        assert.ok(line.length <= 2004, `${line.length} characters`);
        assert.ok(!line.startsWith('2026'));
      }
      assert.equal(written[3]?.split('\n').length, 2);
    }
  });

  it('hides a secret also where hidden characters part it', () => {
    const redactor = new Redactor();
    redactor.add('s3cret-key');
    const { log, written } = logOf(redactor);
    log.info('a s3cret-key b s3c\u200bret-\u202ekey c');
    log.error('a', ['at s3cret\u2060-key']);
    assert.deepEqual(written, ['a *** b *** c', 'a\n    at ***']);
  });

  it('writes at most 30 frames of a stack', () => {
    const { log, written } = logOf();
    log.error(
      'a',
      Array.from({ length: 1000 }, (_, index) => `    at f${index} (x.ts:1:1)`),
    );
    assert.equal(written[0]?.split('\n').length, 31);
    assert.equal(written[0].split('\n')[1], '    at f0 (x.ts:1:1)');
  });
});
