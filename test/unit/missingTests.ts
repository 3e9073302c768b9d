import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Why a test that a document names can't be found. Empty if mocha runs it. */
export function missingTests(file: string, title: string): readonly string[] {
  if (!existsSync(file)) {
    return [`no such file: ${file}`];
  }
  return titlesIn(file).some((pattern) => pattern.test(title)) ? [] : [`no such test in ${file}: ${title}`];
}

/** Patterns of the titles of the tests in a file, with any text in place of expressions. */
function titlesIn(file: string): readonly RegExp[] {
  const titles: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'it') {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) {
        titles.push(patternOf([title.text]));
      } else if (title && ts.isTemplateExpression(title)) {
        titles.push(patternOf([title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)]));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return titles;
}

function patternOf(parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.map((part) => part.replace(/[^\w\s]/gu, '\\$&')).join('.+')}$`, 's');
}
