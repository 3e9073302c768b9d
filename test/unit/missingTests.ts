import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** That a test which a document names is not there; nothing if it is one that mocha runs. */
export function missingTests(file: string, title: string): readonly string[] {
  if (!existsSync(file)) {
    return [`no such file: ${file}`];
  }
  return titlesIn(file).some((pattern) => pattern.test(title)) ? [] : [`no such test in ${file}: ${title}`];
}

/** The titles of the tests in a file; where a title has expressions in it, anything may stand in their place. */
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
