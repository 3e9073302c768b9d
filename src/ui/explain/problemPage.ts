import { l10n, languages, ViewColumn, window } from 'vscode';
import { MutableDisposable } from '../../base/disposable.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isNullish } from '../../base/json.ts';
import { titleText } from '../../base/sinkText.ts';
import { SEVERITIES } from '../../data/check/dataProblem.ts';
import type { ProblemCode } from '../../data/check/dataProblem.ts';
import { commandLink } from '../commands/commandIds.ts';
import type { CommandId } from '../commands/commandIds.ts';
import { UserError } from '../errors/userError.ts';
import { articleHtml } from '../window/articleHtml.ts';
import type { Article } from '../window/articleHtml.ts';
import { createPanel } from '../window/panels.ts';
import type { Panel } from '../window/panels.ts';
import { problemHelp } from './problemHelp.ts';

const EXPLAIN: CommandId = 'dataConnections.explainProblem';

/** A tab that explains one problem at a time. It is a webview and not a document, so that other extensions don't check it. */
export class ProblemPage implements Disposable {
  readonly #panel = new MutableDisposable<Panel>();

  /**
   * Explains the problem with this code, by default the one at the cursor; without any, shows the list of all problems. Throws `UserError`
   * for any other argument.
   */
  show(code?: unknown): void {
    const isGiven = !isNullish(code);
    const requested = isGiven ? code : codeAtCursor();
    const problemCode = codes().find((known) => known === requested);
    if (isGiven && problemCode === undefined) {
      throw new UserError(l10n.t('No problem has this code. The Problems view shows the codes.'));
    }
    const panel = this.#panel.value ?? this.#open();
    panel.title = titleText(problemCode ?? l10n.t('Problems'));
    panel.webview.html = articleHtml(problemCode === undefined ? overview() : explanation(problemCode));
    panel.reveal(undefined, false);
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #open(): Panel {
    const panel = createPanel('dataConnections.problem', titleText(l10n.t('Problems')), ViewColumn.Beside);
    panel.webview.options = { enableScripts: false, enableCommandUris: [EXPLAIN], localResourceRoots: [] };
    panel.onDidDispose(() => {
      if (this.#panel.value === panel) {
        this.#panel.clear();
      }
    });
    this.#panel.value = panel;
    return panel;
  }
}

function codes(): readonly ProblemCode[] {
  return Object.keys(problemHelp()) as ProblemCode[];
}

/** The problem at the cursor, for keyboard users: the link of a diagnostic can only be clicked. */
function codeAtCursor(): unknown {
  const editor = window.activeTextEditor;
  const here = editor
    ? languages.getDiagnostics(editor.document.uri).filter(({ range }) => range.contains(editor.selection.active))
    : [];
  const [code] = here.flatMap(({ code }) =>
    typeof code === 'object' && code.target.path === EXPLAIN ? code.value : [],
  );
  return code;
}

function explanation(code: ProblemCode): Article {
  const { meaning, fix } = problemHelp()[code];
  return {
    title: code,
    note:
      SEVERITIES[code] === 'blocking'
        ? l10n.t('Error. The text can’t be uploaded as it is.')
        : l10n.t('The text can be uploaded. Review the problem first.'),
    paragraphs: [
      { heading: l10n.t('What it means'), text: meaning },
      { heading: l10n.t('What to do'), text: fix },
    ],
    links: linksTo(codes().filter((other) => other !== code)),
    linksHeading: l10n.t('Other Problems'),
  };
}

function overview(): Article {
  return {
    title: l10n.t('Problems'),
    note: l10n.t('The problems that a check of CSV and JSON data can find.'),
    paragraphs: [],
    links: linksTo(codes()),
    linksHeading: l10n.t('All Problems'),
  };
}

function linksTo(problemCodes: readonly ProblemCode[]): Article['links'] {
  return problemCodes.map((code) => ({ text: code, address: commandLink(EXPLAIN, code) }));
}
