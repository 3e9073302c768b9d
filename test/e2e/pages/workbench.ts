import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import type { VsCodeServer, WindowOptions } from '../../vscode/server.ts';
import { TIDY_KEY } from '../../vscode/server.ts';
import { eventually } from '../../eventually.ts';
import { Editor } from './editor.ts';
import { Explorer } from './explorer.ts';
import { JobPage } from './jobPage.ts';
import { Notifications } from './notifications.ts';
import { Panel } from './panel.ts';
import { QuickInput } from './quickInput.ts';
import { StatusBar } from './statusBar.ts';
import { TreeView } from './treeView.ts';
import { UploadReview } from './uploadReview.ts';
import { Walkthrough } from './walkthrough.ts';
import { withRetries } from './withRetries.ts';

/** How long to wait for views after a reload. */
const RETURNING_MS = 5000;

/** A VS Code window with the extension. */
export class Workbench {
  readonly page: Page;
  readonly connections: TreeView;
  readonly jobs: TreeView;
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly statusBar: StatusBar;
  readonly editor: Editor;
  readonly explorer: Explorer;
  readonly jobPage: JobPage;
  readonly panel: Panel;
  readonly review: UploadReview;
  readonly walkthrough: Walkthrough;

  private constructor(page: Page) {
    this.page = page;
    this.connections = new TreeView(page, 'Connections');
    this.jobs = new TreeView(page, 'Jobs');
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.statusBar = new StatusBar(page);
    this.editor = new Editor(page);
    this.explorer = new Explorer(page);
    this.jobPage = new JobPage(page);
    this.panel = new Panel(page);
    this.review = new UploadReview(this.notifications);
    this.walkthrough = new Walkthrough(page);
  }

  /** Opens a folder and waits for the window and the extension's view container. */
  static async open(page: Page, server: VsCodeServer, options: WindowOptions): Promise<Workbench> {
    await page.goto(server.address(options));
    const workbench = new Workbench(page);
    await workbench.activityBarItem.waitFor();
    return workbench;
  }

  /** The window once it has the colors of a theme. */
  themed(theme: string): Locator {
    const [light, dark] = theme.includes('Contrast') ? ['hc-light', 'hc-black'] : ['vs', 'vs-dark'];
    const kind = theme.includes('Light') ? light : dark;
    return this.page.locator(`.monaco-workbench.${kind}`);
  }

  /** Reloads the browser page and shows the views again. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.activityBarItem.waitFor();
    await this.showViews();
  }

  /** Restores the state of a new window: signed out, without dialogs, editors and notifications, and with the views in sight. */
  async reset(): Promise<void> {
    const { connections, notifications, page, quickInput } = this;
    while (await notifications.dialog.isVisible()) {
      await page.keyboard.press('Escape');
    }
    await this.#closeEditors();
    await quickInput.root.waitFor({ state: 'hidden' });
    await this.showViews();
    const signIn = connections.welcome.getByRole('button', { name: /^Sign In/ });
    await signIn.or(connections.root.getByRole('treeitem')).first().waitFor();
    if (!(await signIn.isVisible())) {
      await connections.chooseFromTitle('Sign Out…');
      await notifications.answerDialog('Sign Out');
      await signIn.waitFor();
    }
    // A notification may have appeared until then.
    await eventually(async () => {
      await page.keyboard.press(TIDY_KEY);
      return (await notifications.visible.count()) === 0;
    }, 'No notification is visible');
  }

  /** Without saving anything. A page that is just opening has the focus, and passes no key on to VS Code yet. */
  async #closeEditors(): Promise<void> {
    const unsaved = this.notifications.dialog.getByRole('button', { name: "Don't Save" });
    const closed = this.page.locator('.editor-group-container.empty');
    await withRetries(async () => {
      await this.page.keyboard.press(TIDY_KEY);
      await unsaved.or(closed).first().waitFor({ timeout: RETURNING_MS });
    });
    if (await unsaved.isVisible()) {
      await unsaved.click();
      await closed.waitFor();
    }
  }

  /** Views may be restored late after a reload, and a click on the icon of visible views hides them. */
  async showViews(): Promise<void> {
    await withRetries(
      () => this.connections.root.waitFor({ timeout: RETURNING_MS }),
      () => this.activityBarItem.click(),
    );
  }

  /** Runs a command from the Command Palette, by title. */
  async runCommand(title: string): Promise<void> {
    await this.quickInput.accept('F1', `>${title}`, title);
  }

  /** Opens a file of the folder, by its name. */
  async openFile(name: string): Promise<void> {
    await this.quickInput.accept('ControlOrMeta+P', name, name);
    await this.editor.tab(name).waitFor();
  }

  /** Uploads the active editor to a connection, up to the review. `connection`: its name. */
  async uploadActiveEditor(connection: string): Promise<void> {
    await this.runCommand('Data Connections: Upload Active Editor');
    await this.quickInput.choose(/connection to upload to/, connection);
  }

  /** Opens the page of the latest job, which is listed first, with the keyboard. `connection`: the name of its connection. */
  async openLatestJob(connection: string): Promise<void> {
    const list = (): Promise<void> => this.runCommand('Data Connections: Open Job');
    await this.quickInput.acceptFocused(list, /Select a job/, connection);
    await this.jobPage.title.filter({ hasText: connection }).waitFor();
  }

  /** The accessibility violations that axe finds in a part of the window. */
  async accessProblems(part: string): Promise<readonly string[]> {
    await this.page.evaluate(axe.source);
    // The label of a row spells out what the row abbreviates, such as "2 hr. ago".
    const rules = { 'label-content-name-mismatch': { enabled: false } };
    const options = JSON.stringify({ resultTypes: ['violations'], rules });
    const { violations } = await this.page.evaluate<AxeResults>(`axe.run('${part}', ${options})`);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    );
  }

  /** The status bar item of Restricted Mode. */
  get restrictedMode(): Locator {
    return this.page.locator('.statusbar-item', { hasText: 'Restricted Mode' });
  }

  /** Trusts the folder. */
  async trustFolder(): Promise<void> {
    await this.runCommand('Workspaces: Manage Workspace Trust');
    await this.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await this.restrictedMode.waitFor({ state: 'hidden' });
  }

  /** The icon that shows the views. */
  get activityBarItem(): Locator {
    return this.page.locator('.activitybar').getByRole('tab', { name: /^Data Connections/ });
  }
}
