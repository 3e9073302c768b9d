import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { UploadOutcome } from '../../../../src/app/upload/uploadFiles.ts';
import type { UploadSource } from '../../../../src/app/upload/uploadInput.ts';
import type { UploadPlan } from '../../../../src/app/upload/uploadPlan.ts';
import type { UploadPrompts } from '../../../../src/app/upload/uploadPrompts.ts';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';
import type { FaultAction } from '../../../../src/localService/faults.ts';
import type { Account } from '../../../../src/model/account.ts';
import { eventually } from '../../../eventually.ts';
import { runs } from '../../../scale.ts';
import { LocalService } from '../../../service/localService.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { accountOf, UploadWindow } from './uploadWindow.ts';

const UPLOAD = '/dataloader/upload';

const FAULTS: Readonly<Record<string, FaultAction | undefined>> = {
  none: undefined,
  cut: { kind: 'cut', afterBytes: 10 },
  responseCut: { kind: 'halfBody' },
  responseLost: { kind: 'loseResponse' },
  noResponse: { kind: 'hang' },
  lateResponse: { kind: 'delayResponse', ms: 600_000 },
  refused: { kind: 'response', status: 422, body: '{}' },
  unavailable: { kind: 'response', status: 503, body: '' },
};

type Happening =
  'nothing' | 'cancel' | 'reload' | 'signOut' | 'switchAccount' | 'secondWindow' | 'fileChanges' | 'settings';

interface Send {
  readonly kind: 'send';
  readonly window: number;
  readonly file: number;
  readonly target: number;
  readonly fault: string;
  /** What happens meanwhile, and when: during the review, before the first byte, or after the last one. */
  readonly happening: Happening;
  readonly at: 'review' | 'begin' | 'sent';
}

type Command = Send | { readonly kind: Exclude<Happening, 'nothing' | 'cancel'>; readonly window: number };

const index = fc.nat(1);
const commands: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      window: index,
      file: index,
      target: index,
      fault: fc.constantFrom(...Object.keys(FAULTS)),
      happening: fc.constantFrom<Happening[]>(
        'nothing',
        'nothing',
        'cancel',
        'reload',
        'signOut',
        'switchAccount',
        'secondWindow',
        'fileChanges',
        'settings',
      ),
      at: fc.constantFrom('review' as const, 'begin' as const, 'sent' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('reload', 'signOut', 'switchAccount', 'secondWindow', 'fileChanges', 'settings'),
      window: index,
    }),
  },
);

/** What the user was told of an upload, or that its window was closed meanwhile. */
type Told = 'started' | 'unknown' | 'notLoaded' | 'windowClosed';

/** Whether the user cancels in the end, as no response comes. */
function isUnanswered(fault: string): boolean {
  return fault === 'noResponse' || fault === 'lateResponse';
}

interface OpenWindow {
  readonly window: UploadWindow;
  readonly account: Account;
}

let worlds = 0;

/** A service, a ledger, the windows that share it, and a user who remembers what they confirmed and were told. */
class World {
  readonly #service: LocalService;
  readonly #targets: readonly string[];
  readonly #folder = new LedgerFolder();
  readonly #id = ++worlds;
  readonly #accounts: Account[];
  readonly #open: OpenWindow[];
  /** All that were opened; an upload goes on in one that no command uses any more. */
  readonly #windows: UploadWindow[] = [];
  #versions = 0;
  readonly #contents = [this.#newContent(), this.#newContent()];
  /** By target and content. */
  readonly #told = new Map<string, Told[]>();
  /** The account, target and file of each upload whose outcome is unknown. */
  readonly #doubts = new Set<string>();

  constructor(service: LocalService, targets: readonly string[]) {
    this.#service = service;
    this.#targets = targets;
    this.#accounts = [accountOf(service), accountOf(service)];
    this.#open = this.#accounts.slice(0, 1).map((account) => this.#newWindow(account));
  }

  async take(command: Command): Promise<void> {
    const open = this.#open[command.window] ?? this.#open[0];
    assert.ok(open);
    if (command.kind !== 'send') {
      this.#happen(command.kind, open, command.window);
      return;
    }
    await this.#service.clearFaults();
    const action = FAULTS[command.fault];
    if (action) {
      await this.#service.addFault({ method: 'POST', path: UPLOAD, times: 1, action });
    }
    await this.#send(command, open);
  }

  /** Compares what the service has accepted with what the user was told of what they confirmed. */
  async check(): Promise<void> {
    const accepted = new Map<string, number>();
    for (const { syncId, entityId, format } of await this.#service.uploads()) {
      const raw = Buffer.from(await this.#service.uploadRaw(syncId)).toString();
      const content = format === 'json' ? (JSON.parse(raw) as { readonly data: string }).data : raw;
      // An upload of an earlier world, whose window was closed, may arrive in this one.
      if (content.includes(`world ${this.#id},`) || !content.includes('world ')) {
        const load = `${entityId} ${content}`;
        accepted.set(load, (accepted.get(load) ?? 0) + 1);
      }
    }
    for (const [load, count] of accepted) {
      const possible = (this.#told.get(load) ?? []).filter((told) => told !== 'notLoaded');
      assert.ok(count <= possible.length, `Loaded ${count} times, but the user knows of ${possible.length}: ${load}`);
    }
    for (const [load, told] of this.#told) {
      const started = told.filter((one) => one === 'started').length;
      assert.ok(started <= (accepted.get(load) ?? 0), `Said to be loaded, and not: ${load}`);
    }
  }

  close(): void {
    this.#windows.forEach((window) => window.dispose());
    this.#folder.remove();
  }

  async #send(command: Send, { window, account }: OpenWindow): Promise<UploadOutcome> {
    const { file, target, fault, happening } = command;
    const entityId = this.#targets[target] ?? '';
    const load = `${entityId} ${this.#contents[file]}`;
    const doubt = `${account.id} ${entityId} ${file}`;
    const wasInDoubt = this.#doubts.has(doubt);
    const mustReview = window.settings.uploadConfirm === 'always' || wasInDoubt;
    const loadsBefore = (await this.#service.uploads()).length;
    const cancel = new AbortController();
    const reviewed: UploadPlan[] = [];
    let isAgreed = true as boolean;
    let hasHappened = false as boolean;
    let isClosed = false as boolean;
    let isSent = false as boolean;
    const happen = async (at: Send['at']): Promise<void> => {
      // Once: the same is reviewed again if another window has sent it meanwhile.
      if (command.at !== at || hasHappened) {
        return;
      }
      hasHappened = true;
      if (happening === 'cancel' || happening === 'reload') {
        isAgreed = at !== 'review';
        isClosed = happening === 'reload';
        cancel.abort();
      }
      if (happening === 'secondWindow') {
        await this.#sendElsewhere(command, account);
      } else if (happening !== 'nothing' && happening !== 'cancel') {
        this.#happen(happening, { window, account }, file);
      }
    };
    const prompts: UploadPrompts = {
      ...window.prompts,
      review: async ({ plans }) => {
        reviewed.push(...plans);
        await happen('review');
        return isAgreed ? plans : undefined;
      },
      whileSending: (_plans, send) =>
        send({
          signal: cancel.signal,
          begin: () => void happen('begin'),
          converting: () => undefined,
          sending: (sentBytes, totalBytes) => {
            if (!isSent && sentBytes >= totalBytes) {
              isSent = true;
              void this.#untilLoaded(fault, loadsBefore)
                .then(() => happen('sent'))
                .then(() => isUnanswered(fault) && cancel.abort());
            }
          },
        }),
    };
    const noticesBefore = window.notices.length;
    const outcome = await window.upload([this.#source(window, file)], { entityId }, prompts);
    assert.ok(!wasInDoubt || reviewed.every(({ unanswered }, nth) => nth > 0 || unanswered), 'The review is silent.');
    if (outcome.kind !== 'sent') {
      assert.ok(!isSent);
      return outcome;
    }
    assert.ok(isAgreed && (!mustReview || reviewed.length > 0), 'Sent without an agreement.');
    const [result] = outcome.results;
    const kind = result?.kind === 'started' || result?.kind === 'unknown' ? result.kind : 'notLoaded';
    const isNoticed = window.notices.slice(noticesBefore).some((notice) => notice.kind === 'unknown');
    assert.equal(isNoticed, kind === 'unknown', 'An unknown outcome has a notice, and no other has.');
    const told = isClosed ? 'windowClosed' : kind;
    this.#told.set(load, [...(this.#told.get(load) ?? []), told]);
    if (kind === 'started' && !isClosed) {
      this.#doubts.delete(doubt);
    }
    // Nothing is kept of an account that was signed out.
    if (kind === 'unknown' && this.#accounts.includes(account)) {
      this.#doubts.add(doubt);
    }
    return outcome;
  }

  /** Sends the same from another window, before the first is sent or while it waits for its response. */
  async #sendElsewhere(command: Send, account: Account): Promise<void> {
    const other = this.#newWindow(account);
    if (command.at === 'review') {
      await this.#send({ ...command, happening: 'nothing' }, other);
    } else if (command.at === 'sent' && isUnanswered(command.fault)) {
      const { kind } = await this.#send({ ...command, happening: 'nothing' }, other);
      assert.equal(kind, 'refused', 'The same is not sent twice at a time.');
    }
  }

  /** An upload whose response is late is cancelled only once the service has loaded it. */
  async #untilLoaded(fault: string, loadsBefore: number): Promise<void> {
    if (fault === 'lateResponse') {
      await eventually(async () => (await this.#service.uploads()).length > loadsBefore, 'The service has the upload.');
    }
  }

  #happen(happening: Exclude<Happening, 'nothing' | 'cancel'>, { window, account }: OpenWindow, file: number): void {
    switch (happening) {
      case 'reload':
        window.dispose();
        this.#replace(account, account, window);
        return;
      case 'signOut': {
        const next = accountOf(this.#service);
        this.#folder.open().removeAccount(account.id);
        this.#windows.forEach((one) => {
          if (one.state.kind === 'signedIn' && one.state.account === account) {
            one.state = { kind: 'signedOut' };
          }
        });
        this.#accounts.splice(this.#accounts.indexOf(account), 1, next);
        this.#replace(account, next);
        return;
      }
      case 'switchAccount': {
        const next = this.#accounts.find((one) => one !== account) ?? account;
        window.state = { kind: 'signedIn', account: next, client: window.client, isKept: true };
        this.#replace(account, next, window);
        return;
      }
      case 'secondWindow':
        this.#open.splice(1, 1, this.#newWindow(account));
        return;
      case 'fileChanges':
        this.#contents[file] = this.#newContent();
        return;
      case 'settings':
        window.settings =
          window.settings.uploadConfirm === 'always'
            ? { uploadConfirm: 'never', uploadFormat: 'json' }
            : { uploadConfirm: 'always', uploadFormat: 'multipart' };
    }
  }

  /** Opens other windows in the place of those of an account, or of one of them. */
  #replace(account: Account, next: Account, window?: UploadWindow): void {
    this.#open.forEach((open, place) => {
      if (open.account === account && (window === undefined || open.window === window)) {
        this.#open[place] = this.#newWindow(next);
      }
    });
  }

  #newWindow(account: Account): OpenWindow {
    const window = new UploadWindow(this.#service, account, this.#folder.open());
    this.#windows.push(window);
    return { window, account };
  }

  /** All of the same length, so that only the content tells them apart. */
  #newContent(): string {
    this.#versions += 1;
    return `id,name\n1,"world ${this.#id}, version ${String(this.#versions).padStart(4, '0')}"\n`;
  }

  /** The file, as it is when it is read. */
  #source(window: UploadWindow, file: number): UploadSource {
    const name = `file-${file}.csv`;
    const content = this.#contents[file] ?? '';
    const chunks = () => memoryFile(name, 'csv', Buffer.from(this.#contents[file] ?? '')).chunks();
    return window.source(name, content, { file: { ...memoryFile(name, 'csv', Buffer.from(content)), chunks } });
  }
}

describe('Uploads, whatever happens', function () {
  this.timeout(600_000);

  let service: LocalService;
  let targets: readonly string[];

  before(async () => {
    service = await LocalService.start();
    const { connections } = await service.state();
    targets = connections.filter(({ acceptsUploads }) => acceptsUploads).map(({ entityId }) => entityId);
  });
  after(() => service.stop());

  it('are loaded as often and with the bytes that the user confirmed, and an unknown outcome is never silent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { minLength: 3, maxLength: 12 }), async (taken) => {
        await service.reset();
        const world = new World(service, targets);
        try {
          for (const command of taken) {
            await world.take(command);
          }
          await world.check();
        } finally {
          world.close();
        }
      }),
      { numRuns: runs(20) },
    );
  });
});
