import assert from 'node:assert/strict';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';

/** The rule as the project's own configuration has it for a file. */
async function ruleFor(file: string): Promise<Linter.RuleEntry> {
  const { rules = {} } = (await new ESLint().calculateConfigForFile(file)) as Linter.Config;
  return rules['no-restricted-syntax'] ?? 'off';
}

/** How often the rules of syntax report the code, as if it were in that file. */
export async function countReports(code: string, file = 'src/ui/upload/uploadCommands.ts'): Promise<number> {
  const messages = new Linter().verify(code, {
    languageOptions: { parser: tseslint.parser },
    rules: { 'no-restricted-syntax': await ruleFor(file) },
  });
  assert.ok(messages.every(({ fatal }) => fatal !== true));
  return messages.length;
}
