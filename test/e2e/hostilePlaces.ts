import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { linkAddress } from '../../src/app/links/link.ts';
import type { FaultAction } from '../../src/localService/faults.ts';
import { LocalService } from '../service/localService.ts';
import { eventually } from '../eventually.ts';
import type { HostileText } from './hostileTexts.ts';
import { MARK } from './hostileTexts.ts';
import { openProbed } from './openProbed.ts';
import { beginSignIn, enterSecret, signIn } from './pages/signIn.ts';
import { assertOnlyText, assertShown } from './pages/shownText.ts';
import { withRetries } from './pages/withRetries.ts';
import type { Workbench } from './pages/workbench.ts';
import type { Stage, StageOptions } from './stage.ts';

/** What the stage must have for the places. */
export const PLACES_STAGE = {
  takesPayload: true,
  settings: {
    'dataConnections.upload.keepCopies': 10,
    // VS Code asks about files with such characters.
    'editor.unusualLineTerminators': 'off',
  },
} satisfies StageOptions;

/** What has a text of the service or of a file. */
const FIELDS = [
  'workspaceName',
  'entityId',
  'entityName',
  'sourceSystem',
  'jobMessage',
  'stepName',
  'stepMessage',
  'errorDetail',
  'requestId',
  'apiVersion',
  'fileName',
  'column',
  'cell',
  'linkWorkspace',
  'foreignWorkspace',
  'userName',
  'userEmail',
  'lastSyncStatus',
  'jobStatus',
  'stepStatus',
  'syncId',
  'startMessage',
  'cellMessage',
  'refusal',
  'fieldName',
  'fieldMessage',
  'convertedColumn',
  'jsonKey',
] as const;
type Field = (typeof FIELDS)[number];
export type FieldTexts = Readonly<Record<Field, HostileText>>;

/** The texts of the service and of the files in the open folder. */
interface PreparedTexts {
  readonly texts: FieldTexts;
  /** That of the connection. */
  readonly entityId: string;
  /** The ID of the fault that changes the name and the email address of the user. */
  readonly userFault: number;
  /** At the end of the names of the files, because the Explorer may still show those of an earlier text. */
  readonly fileMark: string;
}

/** A window that is signed in to the service that has the texts. */
interface Scene extends PreparedTexts {
  readonly workbench: Workbench;
  readonly stage: Stage;
}

/** Where the extension shows texts. The places are looked at in this order, in one window. */
interface Place {
  readonly name: string;
  /** The texts that must be shown there. */
  readonly shows: readonly Field[];
  /** Shows it. Resolves to the part of the window or of a page, or to a text that is shown nowhere. */
  readonly open: (scene: Scene) => Promise<Locator | string>;
  readonly close?: (scene: Scene) => Promise<void>;
}

export const PLAIN_ID = `${MARK}-entity`;
/** A response, of which at most 1 MB is read, may have several of them beside a long name. */
const MAX_IN_RESPONSE = 15_000;
const MAX_ID_LENGTH = 500;
/** Longer messages are cut, and the place that the last statement of a cut message names is not searched for. */
const MAX_STATEMENT_LENGTH = 900;
/** In UTF-8, a character has up to four bytes, a name at most 255. */
const MAX_NAME_LENGTH = 60;
const FOLDER = 'texts';
const BROKEN = 'broken.csv';
/** Files that the probe uploads, one after another. */
const PROBED_FOLDER = 'probed';
const PROBED = ['other', 'rows', 'cell', 'first', 'second', 'third', 'blank', 'refused', 'lost', 'again'] as const;
/** The cell that a message of the service names. */
const NAMED_CELL = 'v7';
const TASK = 'Start the sync';
const REFRESH = 'Data Connections: Refresh';
/** The path of the list of connections, as a pattern. */
const LIST = '^/connections$';
/** An account without hostile texts. */
const OTHER_ACCOUNT = 'Northern';
/** Where the links of VS Code in the browser begin. */
const LINK_START = 'code-oss://data-connections.data-connections';
/** How long an upload takes, so that its progress is seen. */
const SENDING_MS = 4000;

export function everyField(text: HostileText): FieldTexts {
  return Object.fromEntries(FIELDS.map((field) => [field, text])) as Record<Field, HostileText>;
}

/** Each field has another one of the texts, which are used in turn. */
export function eachField(texts: readonly HostileText[]): FieldTexts {
  return Object.fromEntries(FIELDS.map((field, index) => [field, texts[index % texts.length]])) as Record<
    Field,
    HostileText
  >;
}

/** Shows the texts in each of the places, and asserts that they are only text there. */
export async function assertOnlyTextEverywhere(stage: Stage, texts: FieldTexts): Promise<void> {
  const prepared = await prepareTexts(stage, texts);
  const workbench = await openProbed(stage);
  await signIn(workbench, stage.service);
  await visitPlaces({ ...prepared, workbench, stage }, async ({ name, shows }, shown) => {
    const expected = shows.map((field) => shownText(field, texts));
    if (typeof shown === 'string') {
      assertShown(name, shown, expected);
      return;
    }
    // What is shown first may still be drawn again.
    await eventually(
      async () => {
        await assertOnlyText(name, shown, expected);
        return true;
      },
      name,
      SETTLING_MS,
    );
  });
}

/** Shows the texts in each of the places, one after another. `look` is called with what shows them. */
export async function visitPlaces(
  scene: Scene,
  look: (place: Place, shown: Locator | string) => Promise<void>,
): Promise<void> {
  for (const place of PLACES as readonly Place[]) {
    try {
      await look(place, await place.open(scene));
      await place.close?.(scene);
      scene.stage.checkActions(place.name);
    } catch (cause) {
      throw new Error(`${place.name}: ${String(cause)}`, { cause });
    }
  }
}

const SETTLING_MS = 10_000;

function shownText(field: Field, texts: FieldTexts): string {
  const { text, shown } = texts[field];
  switch (field) {
    case 'fileName':
      return nameInFolder(shown);
    case 'entityId':
    case 'linkWorkspace':
    case 'foreignWorkspace':
    case 'syncId':
      return isId(text) ? shown : PLAIN_ID;
    case 'cellMessage':
    case 'convertedColumn':
      return inOneStatement(shown);
    case 'requestId':
    case 'apiVersion':
      return isId(text) ? shown : '';
    default:
      return shown;
  }
}

function idOf({ text }: HostileText): string {
  return isId(text) ? text : PLAIN_ID;
}

function isId(text: string): boolean {
  return text.length <= MAX_ID_LENGTH && !/\p{Surrogate}/u.test(text);
}

/** A name without what no file name has. */
function nameInFolder(text: string): string {
  return text
    .replaceAll('\0', '')
    .replaceAll('/', '\u2215')
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

function inResponse({ text }: HostileText): string {
  return text.slice(0, MAX_IN_RESPONSE);
}

/** Without what ends a statement of a message or a cell without quotes. */
function inOneStatement(text: string): string {
  return text.slice(0, MAX_STATEMENT_LENGTH).replaceAll(/["'`;|\r\n\0]/g, '');
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Gives the texts to the service and to files, before the window is signed in. */
export async function prepareTexts({ folder, service }: Stage, texts: FieldTexts): Promise<PreparedTexts> {
  const entityId = idOf(texts.entityId);
  await service.freeze(true);
  await service.setSettings({
    workspaceName: inResponse(texts.workspaceName),
    apiVersion: inResponse(texts.apiVersion),
  });
  await service.putConnection({
    entityId,
    entityName: texts.entityName.text,
    sourceSystem: texts.sourceSystem.text,
    acceptsUploads: true,
    // Until its first job.
    lastSyncStatus: inResponse(texts.lastSyncStatus),
    lastSyncAt: Date.now(),
  });
  // Not in the settings, because the service compares the email address with that of the request.
  const user = { fullName: inResponse(texts.userName), email: inResponse(texts.userEmail) };
  const userFault = await service.addFault({
    method: 'GET',
    path: '/me',
    action: { kind: 'merge', patch: { data: { user } } },
  });
  const steps = [inResponse(texts.stepStatus), 'completed'].map((status) => ({
    name: inResponse(texts.stepName),
    status,
    message: inResponse(texts.stepMessage),
    count: 7,
    startedAt: new Date().toISOString(),
    completedAt: null,
  }));
  await service.addFault({
    method: 'GET',
    // Of the IDs that the service gives to jobs. It knows no job with another one.
    path: '^/connections/sync/[0-9a-f]{32}/status$',
    action: { kind: 'merge', patch: { data: { steps } } },
  });
  // A second column of the same name is a problem that names it.
  const column = quoted(texts.column.text.slice(0, MAX_IN_RESPONSE).replaceAll('\0', ''));
  const cell = quoted(texts.cell.text.replaceAll('\0', ''));
  const fileMark = randomUUID().slice(0, 8);
  const name = `${nameInFolder(texts.fileName.text)} ${fileMark}`;
  // The files of an earlier text, too.
  const earlier = (await readdir(folder)).filter(
    (file) => file === FOLDER || file === PROBED_FOLDER || file.includes(MARK),
  );
  await Promise.all(earlier.map((file) => rm(join(folder, file), { recursive: true })));
  await mkdir(join(folder, FOLDER));
  await writeFile(join(folder, `${name}.csv`), `id,${column},${column}\n1,${cell},2\n2,${cell},3\n`);
  await writeFile(join(folder, FOLDER, `${name}.csv`), `id,${column}\n1,${cell}\n`);
  await writeFile(join(folder, FOLDER, BROKEN), 'id\n"2\n');
  // Of the same columns as the last file of the folder, except for the first two, and with other rows each.
  const contents: Readonly<Record<(typeof PROBED)[number], string>> = {
    other: `k;x${inOneStatement(texts.convertedColumn.text)}\n1;2\n`,
    rows: JSON.stringify([{ [inResponse(texts.jsonKey)]: 1 }, { [inResponse(texts.jsonKey)]: 2 }]),
    cell: `id,${column}\n2,${NAMED_CELL}\n`,
    first: `id,${column}\n8,x\n`,
    second: `id,${column}\n9,x\n`,
    third: `id,${column}\n10,x\n`,
    blank: `id,${column}\n3,\n4,\n`,
    refused: `id,${column}\n5,x\n`,
    lost: `id,${column}\n6,x\n`,
    again: `id,${column}\n7,x\n`,
  };
  await mkdir(join(folder, PROBED_FOLDER));
  for (const kind of PROBED) {
    await writeFile(probedFile(folder, `${name} ${kind}`), contents[kind]);
  }
  // Long before it runs, because VS Code may be slow to read it.
  const task = { type: 'dataConnections', command: 'sync' };
  const tasks = [
    { label: TASK, ...task, entityId },
    // Its ID is completed, as the last string in the file.
    { label: 'Other', ...task, entityId: '' },
  ];
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(join(folder, '.vscode', 'tasks.json'), JSON.stringify({ version: '2.0.0', tasks }));
  return { texts, entityId, userFault, fileMark };
}

function probedFile(folder: string, name: string): string {
  return join(folder, PROBED_FOLDER, `${name}.${name.endsWith('rows') ? 'json' : 'csv'}`);
}

const hover = ({ workbench }: Scene): Locator =>
  workbench.page.locator('.monaco-hover').filter({ visible: true, hasText: MARK }).first();

/** Rests the mouse on something until its tooltip shows the texts. */
async function hoverOver(scene: Scene, place: Locator): Promise<Locator> {
  const { page } = scene.workbench;
  const shown = hover(scene);
  await eventually(async () => {
    // The tooltip of another part may still be shown.
    await page.mouse.move(0, 0);
    await shown.waitFor({ state: 'hidden', timeout: LOOK_MS });
    await place.hover({ timeout: LOOK_MS });
    await shown.waitFor({ timeout: LOOK_MS });
    return true;
  }, 'The tooltip is shown');
  return shown;
}

const LOOK_MS = 3000;
/** How long a problem in the editor may take to be shown before the next one is. */
const PROBLEM_MS = 5000;
/** How long a tool may take to ask, after it has waited for the sync before. */
const ASKING_MS = 60_000;
const START_OF_ROW = { x: 60, y: 8 };

const leaveHover = async ({ workbench }: Scene): Promise<void> => workbench.page.mouse.move(0, 0);
const escape = async ({ workbench: { page, quickInput } }: Scene): Promise<void> => {
  await eventually(async () => {
    // The first time, it may close the notification center.
    await page.keyboard.press('Escape');
    await quickInput.root.waitFor({ state: 'hidden', timeout: LOOK_MS });
    return true;
  }, 'The list is closed');
};

const connectionRow = ({ workbench }: Scene): Locator =>
  workbench.connections.root.getByRole('treeitem').filter({ hasText: MARK }).first();
const questionOfTool = ({ workbench }: Scene): Locator =>
  workbench.notifications.dialog.filter({ hasText: 'requested by a language model' });

/** That of the latest job. Not of a scheduled one of another connection, which has the same steps. */
const jobRow = ({ workbench }: Scene): Locator =>
  workbench.jobs.root
    .getByRole('treeitem')
    .filter({ hasText: MARK, hasNotText: /started elsewhere/ })
    .first();
/** The row of the sync is expanded by then. */
const uploadRow = ({ workbench }: Scene): Locator =>
  workbench.jobs.root.locator('[role=treeitem][aria-expanded="false"]').filter({ hasText: MARK }).first();
/** A step of the latest job, once it is expanded. */
const stepRow = ({ workbench }: Scene): Locator =>
  workbench.jobs.root.getByRole('treeitem').filter({ hasText: MARK }).nth(1);

const pageOf = (title: RegExp | string) => {
  return async ({ workbench }: Scene): Promise<Locator> => {
    await workbench.jobPage.frame.getByText(title).first().waitFor();
    return workbench.jobPage.frame.locator('body');
  };
};

export const PLACES = [
  {
    name: 'the row of a connection',
    shows: ['entityName', 'lastSyncStatus'],
    open: async (scene) => visible(connectionRow(scene)),
  },
  {
    name: 'the tooltip of a connection',
    shows: ['entityName', 'sourceSystem', 'entityId', 'lastSyncStatus'],
    open: async (scene) => hoverOver(scene, connectionRow(scene)),
    close: leaveHover,
  },
  {
    name: 'the status bar',
    shows: ['workspaceName'],
    open: async ({ workbench }) => visible(workbench.statusBar.item.filter({ hasText: MARK }).first()),
  },
  {
    name: 'the tooltip of the status bar',
    shows: ['workspaceName', 'userEmail', 'apiVersion'],
    open: async (scene) => hoverOver(scene, scene.workbench.statusBar.item.filter({ hasText: MARK }).first()),
    close: leaveHover,
  },
  {
    name: 'the list of connections to pick from',
    shows: ['entityName', 'sourceSystem'],
    open: async ({ workbench }) => {
      await workbench.runCommand('Data Connections: Start Sync');
      await workbench.quickInput.input.fill(MARK);
      return visible(workbench.quickInput.root.locator('.monaco-list-row').filter({ hasText: MARK }).first());
    },
    close: escape,
  },
  {
    name: 'the notification of a rejected request',
    shows: ['errorDetail', 'fieldName', 'fieldMessage'],
    open: async (scene) => {
      const { service } = scene.stage;
      const { errorDetail, fieldMessage, fieldName, requestId } = scene.texts;
      const id = isId(requestId.text) ? { requestId: requestId.text } : {};
      const errors = { [inResponse(fieldName)]: [inResponse(fieldMessage)] };
      await service.addFault({
        method: 'POST',
        path: '/connections/sync',
        times: 1,
        action: refusingWith({ detail: inResponse(errorDetail), errors, ...id }),
      });
      await act(scene, 'Start Sync');
      return scene.workbench.notifications.awaitMessage(/rejected the request/);
    },
  },
  {
    name: 'the row of a running job',
    shows: ['entityName'],
    open: async (scene) => {
      const { service } = scene.stage;
      await service.nextJob({ durationMs: 60_000, outcome: 'fail', message: inResponse(scene.texts.jobMessage) });
      await act(scene, 'Start Sync');
      await visible(stepRow(scene));
      return visible(jobRow(scene));
    },
  },
  {
    name: 'the row of a step',
    shows: ['stepName', 'stepStatus'],
    open: async (scene) => visible(stepRow(scene)),
  },
  {
    name: 'the status bar while a job runs',
    shows: ['entityName'],
    open: async ({ workbench }) =>
      visible(workbench.statusBar.item.filter({ has: workbench.page.locator('.codicon-sync') }).first()),
  },
  {
    name: 'the tooltip of the status bar while a job runs',
    shows: ['entityName', 'stepName', 'stepStatus'],
    open: async (scene) => hoverOver(scene, scene.workbench.statusBar.item.filter({ hasText: MARK }).first()),
    close: leaveHover,
  },
  {
    name: 'the notification of a failed sync',
    shows: ['entityName', 'jobMessage'],
    open: async (scene) => {
      await scene.stage.service.advance(120_000);
      return scene.workbench.notifications.awaitMessage(/failed/);
    },
  },
  {
    name: 'the row of a connection whose sync failed',
    shows: ['entityName', 'jobMessage'],
    open: async (scene) => visible(connectionRow(scene)),
  },
  {
    name: 'the tooltip of a connection whose sync failed',
    shows: ['entityName', 'jobMessage'],
    open: async (scene) => hoverOver(scene, connectionRow(scene)),
    close: leaveHover,
  },
  {
    name: 'the row of a failed job',
    shows: ['entityName', 'jobMessage'],
    open: async (scene) => visible(jobRow(scene)),
  },
  {
    name: 'the tooltip of a failed job',
    shows: ['entityName', 'jobMessage', 'entityId'],
    open: async (scene) => hoverOver(scene, jobRow(scene)),
    close: leaveHover,
  },
  {
    name: 'the tooltip of a step',
    shows: ['stepName', 'stepStatus', 'stepMessage'],
    open: async (scene) => {
      await jobRow(scene).locator('.monaco-tl-twistie').click();
      return hoverOver(scene, stepRow(scene));
    },
    close: leaveHover,
  },
  {
    name: 'the list of jobs to pick from',
    shows: ['entityName'],
    open: async ({ workbench }) => {
      await workbench.runCommand('Data Connections: Open Job');
      await workbench.quickInput.awaitStep(/Select a job/);
      return visible(workbench.quickInput.focusedOption.filter({ hasText: MARK }));
    },
  },
  {
    name: 'the page of a job',
    shows: ['entityName', 'jobMessage', 'stepName', 'stepMessage', 'entityId'],
    open: async (scene) => {
      await scene.workbench.page.keyboard.press('Enter');
      return pageOf('Retry Sync')(scene);
    },
  },
  {
    name: 'the tab of a page',
    shows: ['entityName'],
    open: async ({ workbench }) => visible(workbench.jobPage.tabs.filter({ hasText: MARK }).first()),
  },
  {
    name: 'the page of a connection',
    shows: ['entityName', 'sourceSystem', 'entityId', 'jobMessage'],
    open: async (scene) => {
      await act(scene, 'Open Connection');
      return pageOf('Copy Entity ID')(scene);
    },
  },
  {
    name: 'the overview',
    shows: ['entityName'],
    open: async (scene) => {
      await scene.workbench.runCommand('Data Connections: Show Overview');
      await scene.workbench.jobPage.frame.getByText('Show as Table: Connections').press('Enter');
      return pageOf('Filter…')(scene);
    },
  },
  {
    name: 'the heading of a group',
    shows: ['sourceSystem'],
    open: async (scene) => {
      await groupBy(scene, 'Source system');
      return visible(
        scene.workbench.connections.root.locator('[role=treeitem][aria-level="1"]').filter({ hasText: MARK }),
      );
    },
    close: async (scene) => groupBy(scene, 'Not grouped'),
  },
  {
    name: 'the title of a view',
    shows: ['workspaceName'],
    open: async ({ workbench }) => visible(workbench.connections.description),
  },
  {
    name: 'the message of a view',
    shows: ['errorDetail'],
    open: async ({ stage, texts, workbench }) => {
      const action = refusingWith({ detail: inResponse(texts.errorDetail) });
      await stage.service.addFault({ method: 'GET', path: LIST, times: 2, action });
      await workbench.runCommand(REFRESH);
      return visible(workbench.connections.message.filter({ hasText: MARK }));
    },
    close: async ({ workbench }) =>
      eventually(async () => {
        await workbench.runCommand(REFRESH);
        await workbench.connections.message.waitFor({ state: 'hidden', timeout: LOOK_MS });
        return true;
      }, 'The connections are read again').then(() => undefined),
  },
  {
    name: 'the warning about another workspace',
    shows: ['foreignWorkspace', 'workspaceName'],
    open: async ({ stage, texts, workbench }) => {
      const patch = { meta: { workspaceIdentifier: idOf(texts.foreignWorkspace) } };
      await stage.service.addFault({ method: 'GET', path: LIST, times: 1, action: { kind: 'merge', patch } });
      await workbench.runCommand(REFRESH);
      return workbench.notifications.awaitMessage(/Responses come from workspace/);
    },
    // Until a response comes from the right one, every start is confirmed.
    close: async ({ workbench }) => workbench.runCommand(REFRESH),
  },
  {
    name: 'the message of an input',
    shows: ['errorDetail'],
    open: async ({ stage: { service }, texts, userFault, workbench }) => {
      // Only the first fault that matches applies.
      await service.removeFault(userFault);
      const action = refusingWith({ detail: inResponse(texts.errorDetail) });
      await service.addFault({ method: 'GET', path: '/me', times: 1, action });
      await beginSignIn(workbench, { baseUrl: service.baseUrl, email: service.email, method: 'API key' });
      await enterSecret(workbench, 'refused');
      return visible(workbench.quickInput.message.filter({ hasText: MARK }));
    },
    close: escape,
  },
  {
    name: 'a dialog',
    shows: ['workspaceName', 'userEmail'],
    open: async ({ workbench }) => {
      await workbench.connections.chooseFromTitle('Sign Out…');
      return visible(workbench.notifications.dialog);
    },
    close: closeDialog,
  },
  {
    name: 'the Problems view',
    shows: ['column'],
    open: async (scene) => {
      const { page, panel } = scene.workbench;
      await openFile(scene);
      await page.keyboard.press('ControlOrMeta+Shift+M');
      return visible(panel.problem('already has the name'));
    },
  },
  {
    name: 'a problem in the editor',
    shows: ['column'],
    open: async (scene) => {
      // On the text, not on the link to the explanation of the problem after it.
      await scene.workbench.panel.problem('already has the name').dblclick({ position: START_OF_ROW });
      // Not what is around it, which VS Code labels with the line of the file as it is.
      const message = scene.workbench.page.locator('.marker-widget .message > *').filter({ hasText: MARK }).first();
      const goToNext = (): Promise<void> => scene.workbench.runCommand('Go to Next Problem (Error, Warning, Info)');
      await goToNext();
      // It starts from where the cursor is by then, and goes through the problems in circles.
      await withRetries(() => message.waitFor({ timeout: PROBLEM_MS }), goToNext);
      return message;
    },
    close: async ({ workbench }) => workbench.page.keyboard.press('Escape'),
  },
  {
    name: 'the notification of a check',
    shows: ['fileName'],
    open: async ({ workbench }) => {
      await workbench.runCommand('Data Connections: Check Active Editor');
      return workbench.notifications.awaitMessage(/csv”: \d+ rows, \d/);
    },
  },
  {
    name: 'the list of files to pick from',
    shows: ['fileName', 'entityName'],
    open: async (scene) => {
      const { quickInput } = scene.workbench;
      await showConnections(scene);
      await act(scene, 'Upload to This Connection…');
      await quickInput.awaitStep(/Select what to upload/);
      await visible(quickInput.option('Files…'));
      return quickInput.root;
    },
    close: escape,
  },
  {
    name: 'the title of a list to pick from',
    shows: ['fileName'],
    open: async ({ workbench }) => {
      await workbench.runCommand('Data Connections: Upload Active Editor');
      return visible(workbench.quickInput.title(MARK));
    },
  },
  {
    name: 'the review of an upload',
    shows: ['fileName', 'entityName', 'workspaceName', 'userEmail', 'column'],
    open: async (scene) => {
      await pickTarget(scene);
      return visible(scene.workbench.notifications.dialog);
    },
  },
  {
    name: 'the page of first rows',
    shows: ['fileName', 'column', 'cell'],
    open: async (scene) => {
      const { notifications, quickInput } = scene.workbench;
      await notifications.answerDialog('Show First Rows');
      await quickInput.awaitStep(/Review the rows/);
      return pageOf(MARK)(scene);
    },
  },
  {
    name: 'the notification of an upload',
    shows: ['fileName', 'entityName', 'jobMessage'],
    open: async ({ stage, texts, workbench }) => {
      await stage.service.nextJob({ durationMs: 1000, outcome: 'fail', message: inResponse(texts.jobMessage) });
      await workbench.quickInput.choose(/Review the rows/, 'Upload');
      await eventually(async () => (await stage.service.uploads()).length > 0, 'The file is sent');
      await stage.service.advance(120_000);
      return workbench.notifications.awaitMessage(/csv.* failed/);
    },
  },
  {
    name: 'the row of an upload',
    shows: ['fileName', 'entityName'],
    open: async (scene) => {
      await showConnections(scene);
      return visible(uploadRow(scene));
    },
  },
  {
    name: 'the tooltip of an upload',
    shows: ['fileName', 'entityName'],
    open: async (scene) => hoverOver(scene, uploadRow(scene)),
    close: leaveHover,
  },
  {
    name: 'the page of column profiles',
    shows: ['column', 'cell'],
    open: async (scene) => {
      await scene.workbench.runCommand('Data Connections: Show Column Profile');
      return pageOf(MARK)(scene);
    },
  },
  {
    name: 'the title of a comparison with an upload',
    shows: ['fileName'],
    open: async ({ fileMark, workbench }) => {
      await workbench.jobPage.tabs.filter({ hasText: fileMark }).first().click();
      await workbench.runCommand('Data Connections: Compare with Last Upload');
      await workbench.page.locator('.monaco-diff-editor').waitFor();
      return comparisonTitle(workbench, '(uploaded ');
    },
  },
  {
    name: 'the review of several files',
    shows: ['fileName', 'entityName', 'workspaceName', 'userEmail'],
    open: async (scene) => {
      const { explorer, notifications } = scene.workbench;
      await explorer.show();
      await explorer.act(FOLDER, 'Upload to Connection…');
      await pickTarget(scene);
      return visible(notifications.dialog);
    },
  },
  {
    name: 'the progress of an upload',
    shows: ['fileName', 'entityName'],
    open: async ({ stage, workbench }) => {
      const action = { kind: 'delayResponse', ms: SENDING_MS } as const;
      await stage.service.addFault({ path: '/dataloader/upload', times: 1, action });
      await workbench.notifications.answerDialog('Upload');
      return workbench.notifications.awaitMessage(/waiting for the response/);
    },
  },
  {
    name: 'the summary of an upload',
    shows: ['fileName', 'entityName', 'workspaceName'],
    open: async (scene) => {
      await scene.workbench.notifications.act(/of 2 files/, 'Show Summary');
      return pageOf('Retry Failed…')(scene);
    },
  },
  {
    name: 'the review of an upload with another header',
    shows: ['fileName', 'entityName', 'column'],
    open: async (scene) => {
      await uploadByProbe(scene, 'other', { confirm: true });
      return visible(scene.workbench.notifications.dialog.filter({ hasText: /Header changed .* removed/ }));
    },
  },
  {
    name: 'the list of conversions',
    shows: ['convertedColumn'],
    open: async ({ workbench: { notifications, quickInput } }) => {
      await notifications.answerDialog('Convert…');
      await quickInput.awaitStep(/Select conversions/);
      return visible(quickInput.root.locator('.monaco-list-row').filter({ hasText: MARK }).first());
    },
    close: async (scene) => {
      await escape(scene);
      // The review asks again.
      await visible(scene.workbench.notifications.dialog);
      await closeDialog(scene);
    },
  },
  {
    name: 'the review of a JSON file',
    shows: ['fileName', 'jsonKey'],
    open: async (scene) => {
      await uploadByProbe(scene, 'rows', { confirm: true });
      return visible(scene.workbench.notifications.dialog);
    },
  },
  {
    name: 'the page of first rows of a JSON file',
    shows: ['fileName', 'jsonKey'],
    open: async (scene) => {
      const { notifications, quickInput } = scene.workbench;
      await notifications.answerDialog('Show First Rows');
      await quickInput.awaitStep(/Review the rows/);
      return pageOf(MARK)(scene);
    },
    close: async ({ workbench }) => workbench.quickInput.choose(/Review the rows/, 'Cancel'),
  },
  {
    name: 'a problem that the service reports at a cell',
    shows: ['cellMessage'],
    open: async (scene) => {
      const { stage, texts, workbench } = scene;
      const message = `Row 1: '${NAMED_CELL}' is not valid: ${inOneStatement(texts.cellMessage.text)}`;
      await stage.service.nextJob({ durationMs: 1000, outcome: 'fail', message });
      await sendByProbe(scene, 'cell');
      await workbench.runCommand('Problems: Focus on Problems View');
      return visible(workbench.panel.problem('reported by the service'));
    },
  },
  {
    name: 'the notification of an upload that is unlike the earlier ones',
    shows: ['fileName', 'entityName', 'column'],
    open: async (scene) => {
      const { notifications } = scene.workbench;
      // Failed loads, such as those before, are not compared with.
      for (const kind of ['first', 'second', 'third'] as const) {
        await sendByProbe(scene, kind);
      }
      // Shown later, the outcomes of these would be above the notification, whose list renders only the items in view.
      await notifications.awaitMessage(/ third\.csv”: 1 row sent/);
      await sendByProbe(scene, 'blank');
      return notifications.awaitMessage(/differs from earlier loads/);
    },
  },
  {
    name: 'the notification of a refused upload',
    shows: ['refusal'],
    open: async (scene) => {
      const message = inResponse(scene.texts.refusal);
      await scene.stage.service.addFault({
        path: '/dataloader/upload',
        times: 1,
        action: respondingWith({ entityId: scene.entityId, message }),
      });
      await uploadByProbe(scene, 'refused', { confirm: false });
      return scene.workbench.notifications.awaitMessage(/rejected the request: (?!.*Refused)/);
    },
  },
  {
    name: 'the notification of an upload whose outcome is unknown',
    shows: ['fileName', 'entityName', 'syncId'],
    open: async (scene) => {
      const { entityId, stage, texts, workbench } = scene;
      await stage.service.addFault({ path: '/dataloader/upload', times: 1, action: { kind: 'hang' } });
      await uploadByProbe(scene, 'lost', { confirm: false });
      await workbench.notifications.awaitMessage(/waiting for the response/);
      await stage.service.putConnection({ entityId, lastSyncId: idOf(texts.syncId) });
      await workbench.notifications.act(/waiting for the response/, 'Cancel');
      return workbench.notifications.awaitMessage(/shows a new job/);
    },
  },
  {
    name: 'the question of a task',
    shows: ['entityName'],
    open: async (scene) => {
      await runSyncTask(scene);
      return visible(scene.workbench.notifications.dialog);
    },
  },
  {
    name: 'the terminal of a task',
    shows: ['entityName', 'stepName'],
    open: async ({ stage, texts, workbench }) => {
      const [message, status] = [inResponse(texts.jobMessage), inResponse(texts.jobStatus)];
      await stage.service.nextJob({ durationMs: 60_000, message, status });
      await workbench.notifications.answerDialog('Start Sync');
      return visible(workbench.panel.terminal.filter({ hasText: MARK }));
    },
  },
  {
    name: 'the row of a job with an unknown status',
    shows: ['entityName', 'jobStatus'],
    open: async (scene) => {
      await showConnections(scene);
      return visible(jobRow(scene));
    },
  },
  {
    name: 'the page of a job with an unknown status',
    shows: ['entityName', 'jobStatus', 'stepName', 'stepStatus'],
    open: async (scene) => {
      await scene.workbench.jobs.choose(jobRow(scene), 'Open Job…');
      return pageOf('Copy Sync ID')(scene);
    },
    close: async ({ stage }) => stage.service.advance(120_000),
  },
  {
    name: 'the notification of a job that ended with an unknown status',
    shows: ['entityName', 'jobStatus'],
    open: async ({ workbench }) => workbench.notifications.awaitMessage(/ended/),
  },
  {
    name: 'the row of a connection whose job ended with an unknown status',
    shows: ['entityName', 'jobStatus'],
    open: async (scene) => visible(connectionRow(scene)),
  },
  {
    name: 'the tooltip of a job that ended with an unknown status',
    shows: ['entityName', 'jobStatus'],
    // Once it has ended: the row of a running job is redrawn after fifteen seconds at most, which closes its tooltip.
    open: async (scene) => hoverOver(scene, jobRow(scene)),
    close: leaveHover,
  },
  {
    name: 'the row of a job without a status',
    shows: ['entityName', 'startMessage'],
    open: async (scene) => {
      const { entityId, stage, texts } = scene;
      await stage.service.addFault({
        method: 'POST',
        path: '/connections/sync',
        times: 1,
        action: respondingWith({ syncId: idOf(texts.syncId), entityId, message: inResponse(texts.startMessage) }),
      });
      await act(scene, 'Start Sync');
      return visible(jobRow(scene));
    },
  },
  {
    name: 'the page of a job without a status',
    shows: ['entityName', 'startMessage', 'syncId'],
    open: async (scene) => {
      await scene.workbench.jobs.choose(jobRow(scene), 'Open Job…');
      return pageOf('Copy Sync ID')(scene);
    },
  },
  {
    name: 'the notification of a job that is no longer watched',
    shows: ['entityName'],
    open: async (scene) => {
      await scene.workbench.jobs.choose(jobRow(scene), 'Stop Watching');
      return scene.workbench.notifications.awaitMessage(/Stopped watching/);
    },
  },
  {
    name: 'the report of Diagnose',
    shows: ['apiVersion'],
    open: async ({ workbench }) => {
      await workbench.runCommand('Data Connections: Diagnose');
      await workbench.editor.line(1, 'API version').waitFor();
      // Without the tabs, which VS Code labels with the names of files. A text in Markdown, in which the texts are escaped.
      const report = await workbench.page.locator('.editor-group-container.active .view-lines').first().innerText();
      return report.replaceAll(/\\([\\`*[\]<>])/g, '$1');
    },
  },
  {
    name: 'the log',
    shows: ['requestId'],
    open: async ({ stage }) => readLog(stage),
  },
  {
    name: 'the Output view',
    shows: [],
    open: async ({ workbench }) => {
      await workbench.runCommand('Data Connections: Show Log');
      return visible(workbench.page.locator('.output-view .view-lines'));
    },
  },
  {
    name: 'the suggestions in tasks.json',
    shows: ['entityName', 'entityId'],
    open: async ({ workbench }) => {
      const { page } = workbench;
      // With the name and the ID of the connection. VS Code suggests the IDs that are in the file, too.
      const suggested = page
        .locator('.suggest-widget.visible .monaco-list-row')
        .filter({ hasText: new RegExp(`${MARK}.*${MARK}`, 's') })
        .first();
      await workbench.openFile('tasks.json');
      await workbench.editor.text('tasks.json').click();
      await page.keyboard.press('ControlOrMeta+End');
      // Into the last string.
      for (let left = '"}]}'.length; left > 0; left -= 1) {
        await page.keyboard.press('ArrowLeft');
      }
      await page.keyboard.type(MARK);
      await eventually(async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('ControlOrMeta+Space');
        await suggested.waitFor({ timeout: LOOK_MS });
        return true;
      }, 'The connection is suggested');
      return suggested;
    },
    close: async ({ workbench }) => {
      await workbench.page.keyboard.press('Escape');
      await workbench.runCommand('File: Revert File');
    },
  },
  {
    name: 'the question of a link',
    shows: ['linkWorkspace'],
    open: async ({ texts, workbench }) => {
      await openLink(workbench, { baseUrl: 'https://link.example', workspace: idOf(texts.linkWorkspace) });
      return visible(workbench.notifications.dialog.filter({ hasText: 'Sign in to link.example' }));
    },
    close: closeDialog,
  },
  {
    name: 'the confirmation of a tool',
    shows: ['entityName', 'entityId', 'workspaceName'],
    open: async (scene) => {
      const { entityId, stage, workbench } = scene;
      await stage.service.advance(120_000);
      const tool = { name: 'dataConnections_startSync', input: { entityId } };
      await writeFile(join(stage.folder, 'tool.json'), JSON.stringify(tool));
      const result = join(stage.folder, 'tool-result.json');
      const dialog = workbench.notifications.dialog.filter({ hasText: 'Start a sync?' });
      const question = questionOfTool(scene);
      await eventually(
        async () => {
          // On a busy machine, it may appear only now.
          if (await dialog.isVisible()) {
            return true;
          }
          await rm(result, { force: true });
          await workbench.runCommand('Probe: Invoke Tool');
          // While the sync of the task is not known to have ended, it returns, or asks without a confirmation before it.
          await eventually(
            async () =>
              (await dialog.isVisible()) ||
              (await question.isVisible()) ||
              (await readFile(result).catch(() => undefined)),
            'The tool asks or returns',
          );
          if (await question.isVisible()) {
            await closeDialog(scene);
          }
          return dialog.isVisible();
        },
        'The tool asks',
        ASKING_MS,
      );
      return dialog;
    },
  },
  {
    name: 'the question of a tool',
    shows: ['entityName', 'entityId', 'workspaceName'],
    open: async (scene) => {
      await scene.workbench.notifications.answerDialog('Yes');
      return visible(questionOfTool(scene));
    },
    close: closeDialog,
  },
  {
    name: 'the title of a comparison of accounts',
    shows: ['workspaceName'],
    open: async ({ workbench }) => {
      const other = await LocalService.start();
      try {
        await other.setSettings({ workspaceIdentifier: OTHER_ACCOUNT, workspaceName: OTHER_ACCOUNT });
        await signIn(workbench, other);
        await workbench.statusBar.item.filter({ hasText: OTHER_ACCOUNT }).first().waitFor();
        await workbench.runCommand('Data Connections: Compare Accounts');
        return await comparisonTitle(workbench, OTHER_ACCOUNT);
      } finally {
        await other.stop();
      }
    },
  },
  {
    name: 'a comparison of accounts',
    shows: ['entityName', 'sourceSystem'],
    open: async ({ workbench }) => {
      const comparison = workbench.page.locator('.monaco-diff-editor').filter({ visible: true });
      await visible(comparison.locator('.view-line').filter({ hasText: MARK }).first());
      return comparison;
    },
  },
  {
    name: 'the question of a link to another account',
    shows: ['workspaceName', 'userEmail'],
    open: async ({ stage: { service }, workbench }) => {
      const { settings } = await service.state();
      await openLink(workbench, { baseUrl: service.baseUrl, workspace: settings.workspaceIdentifier });
      return visible(workbench.notifications.dialog.filter({ hasText: 'Switch this window' }));
    },
    close: closeDialog,
  },
  {
    name: 'the list of accounts to pick from',
    shows: ['workspaceName', 'userName', 'userEmail'],
    open: async ({ workbench }) => {
      await workbench.runCommand('Data Connections: Sign Out');
      await workbench.quickInput.awaitStep(/Select an account/);
      return visible(workbench.quickInput.root.locator('.monaco-list-row').filter({ hasText: MARK }));
    },
    close: async (scene) => {
      const { notifications, quickInput } = scene.workbench;
      await quickInput.choose(/Select an account/, OTHER_ACCOUNT);
      await notifications.answerDialog('Sign Out');
      await notifications.dialog.waitFor({ state: 'hidden' });
      await scene.workbench.runCommand('Data Connections: Switch Account');
      await quickInput.awaitStep(/Select the account/);
      await quickInput.root.locator('.monaco-list-row').filter({ hasText: MARK }).click();
      await visible(connectionRow(scene));
    },
  },
] as const satisfies readonly Place[];

export type PlaceName = (typeof PLACES)[number]['name'];

/** The title of a diff editor. Only its text, because VS Code lets tabs be wider than the window and scrolls them. */
async function comparisonTitle({ jobPage }: Workbench, words: string): Promise<string> {
  return jobPage.tabs.filter({ hasText: '↔' }).filter({ hasText: words }).locator('.label-name').innerText();
}

async function closeDialog({ workbench: { notifications, page } }: Scene): Promise<void> {
  await page.keyboard.press('Escape');
  await notifications.dialog.waitFor({ state: 'hidden' });
}

async function visible(place: Locator): Promise<Locator> {
  await place.waitFor();
  return place;
}

/** Selects an item in the context menu of the connection. */
async function act(scene: Scene, item: string): Promise<void> {
  await scene.workbench.connections.choose(connectionRow(scene), item);
}

async function showConnections({ workbench: { activityBarItem, connections } }: Scene): Promise<void> {
  // A click on the icon of visible views hides them.
  if (!(await connections.root.isVisible())) {
    await activityBarItem.click();
  }
  await visible(connections.root);
}

/** Opens a link to a connection. */
async function openLink(
  workbench: Workbench,
  account: { readonly baseUrl: string; readonly workspace: string },
): Promise<void> {
  const target = { kind: 'connection', entityId: PLAIN_ID } as const;
  const { notifications, quickInput } = workbench;
  await workbench.runCommand('Developer: Open URL');
  await quickInput.input.fill(`${LINK_START}${linkAddress({ target, ...account })}`);
  await quickInput.input.press('Enter');
  // VS Code's own question, whether the extension may open links.
  await notifications.answerDialog('Open');
}

/** Uploads one of the files to the connection. */
export async function uploadByProbe(
  { entityId, fileMark, stage: { folder }, texts, workbench }: Scene,
  kind: (typeof PROBED)[number],
  { confirm }: { readonly confirm: boolean },
): Promise<void> {
  const path = probedFile(folder, `${nameInFolder(texts.fileName.text)} ${fileMark} ${kind}`);
  await writeFile(join(folder, 'upload.json'), JSON.stringify({ path, options: { entityId, confirm } }));
  await workbench.runCommand('Probe: Upload File');
}

/** The same without a review. Waits until the service has the file, and ends the job. */
async function sendByProbe(scene: Scene, kind: (typeof PROBED)[number]): Promise<void> {
  const { service } = scene.stage;
  const before = (await service.uploads()).length;
  await uploadByProbe(scene, kind, { confirm: false });
  await eventually(async () => (await service.uploads()).length > before, 'The file is sent');
  await service.advance(120_000);
}

function refusingWith(problem: Readonly<Record<string, unknown>>): FaultAction {
  return {
    kind: 'response',
    status: 422,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ title: 'Refused', status: 422, ...problem }),
  };
}

function respondingWith(data: Readonly<Record<string, string>>): FaultAction {
  return {
    kind: 'response',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  };
}

/** Opens the file in the open folder, not the one in the folder in it. */
async function openFile({ fileMark, workbench: { explorer, jobPage } }: Scene): Promise<void> {
  await explorer.show();
  const row = explorer.root.locator('[role=treeitem][aria-level="1"]').filter({ hasText: fileMark });
  await eventually(async () => {
    // Another row may be in its place by the second click, as files of an earlier text go.
    await row.dblclick({ timeout: LOOK_MS });
    await jobPage.tabs.filter({ hasText: fileMark }).waitFor({ timeout: LOOK_MS });
    return true;
  }, 'The file is open');
}

async function groupBy({ workbench }: Scene, grouping: string): Promise<void> {
  await eventually(async () => {
    await workbench.runCommand('Data Connections: Group Connections By');
    // The command isn't run if VS Code misses a key.
    await workbench.quickInput.title('Group connections by').waitFor({ timeout: LOOK_MS });
    // The list is closed if a page takes the focus that is drawn meanwhile.
    await workbench.quickInput.option(grouping).click({ timeout: LOOK_MS });
    return true;
  }, `The connections are shown: ${grouping}`);
}

async function pickTarget({ workbench: { quickInput } }: Scene): Promise<void> {
  await quickInput.awaitStep(/connection to upload/);
  await quickInput.input.fill(MARK);
  await quickInput.root.locator('.monaco-list-row').filter({ hasText: MARK }).first().click();
}

/** Runs a task that starts a sync of the connection. */
async function runSyncTask({ workbench }: Scene): Promise<void> {
  await eventually(async () => {
    await workbench.quickInput.accept('F1', '>workbench.action.tasks.runTask', 'Tasks: Run Task');
    try {
      await workbench.quickInput.option(TASK).click({ timeout: LOOK_MS });
      return true;
    } catch (error) {
      // The list was made before VS Code had read the tasks.
      await workbench.page.keyboard.press('Escape');
      throw error;
    }
  }, 'The task is listed');
}

export async function readLog({ server }: Stage): Promise<string> {
  const names = await readdir(server.dataDir, { recursive: true });
  const logs = names.filter((name) => name.endsWith('Data Connections.log'));
  return (await Promise.all(logs.map((name) => readFile(join(server.dataDir, name), 'utf8')))).join('');
}
