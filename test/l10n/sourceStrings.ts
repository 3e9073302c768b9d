import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import ts from 'typescript';

/** A text of the code that is translated. */
export interface SourceString {
  readonly message: string;
  /** For translators. Part of the key, as in VS Code. */
  readonly comment: readonly string[];
  /** The files that use it. */
  readonly files: readonly string[];
}

/** All texts that the code passes to `l10n.t`, by their keys in the bundles. Throws if one of them is not a literal. */
export function sourceStrings(): ReadonlyMap<string, SourceString> {
  const found = new Map<string, SourceString>();
  for (const path of globSync('src/**/*.ts').sort()) {
    const file = path.replaceAll(sep, '/');
    for (const { message, comment } of stringsIn(readFileSync(path, 'utf8'), file)) {
      const key = keyOf(message, comment);
      const files = found.get(key)?.files ?? [];
      found.set(key, { message, comment, files: files.includes(file) ? files : [...files, file] });
    }
  }
  return found;
}

/** The texts that a source passes to `l10n.t`, in the order of the source. */
export function stringsIn(source: string, file: string): readonly Pick<SourceString, 'message' | 'comment'>[] {
  const strings: Pick<SourceString, 'message' | 'comment'>[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTranslation(node.expression)) {
      const string = stringOf(node.arguments[0]);
      if (string === undefined) {
        throw new Error(`${file}: translators can’t find the text of ${node.getText()}, because it is not a literal.`);
      }
      strings.push(string);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return strings;
}

/** `l10n.t` or `vscode.l10n.t`. */
function isTranslation(callee: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(callee) && callee.name.text === 't' && /(^|\.)l10n$/.test(callee.expression.getText())
  );
}

function stringOf(argument: ts.Expression | undefined): Pick<SourceString, 'message' | 'comment'> | undefined {
  if (argument === undefined) {
    return undefined;
  }
  if (!ts.isObjectLiteralExpression(argument)) {
    return ts.isStringLiteralLike(argument) ? { message: argument.text, comment: [] } : undefined;
  }
  const value = (name: string): ts.Expression | undefined =>
    argument.properties.find(
      (property): property is ts.PropertyAssignment =>
        ts.isPropertyAssignment(property) && property.name.getText() === name,
    )?.initializer;
  const message = value('message');
  const comment = value('comment');
  const comments = comment
    ? [comment].flatMap((one) => (ts.isArrayLiteralExpression(one) ? [...one.elements] : one))
    : [];
  return message && ts.isStringLiteralLike(message) && comments.every(ts.isStringLiteralLike)
    ? { message: message.text, comment: comments.map(({ text }) => text) }
    : undefined;
}

/** As VS Code looks it up. */
function keyOf(message: string, comment: readonly string[]): string {
  return comment.length === 0 ? message : `${message}/${comment.join('')}`;
}
