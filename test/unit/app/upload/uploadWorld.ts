import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { UploadOutcome } from '../../../../src/app/upload/uploadRequest.ts';
import type { UploadSource } from '../../../../src/app/upload/uploadInput.ts';
import type { UploadPlan } from '../../../../src/app/upload/uploadPlan.ts';
import type { UploadPrompts } from '../../../../src/app/upload/uploadPrompts.ts';
import { monotonicNow, plusMs } from '../../../../src/base/monotonicClock.ts';
import { memoryFile } from '../../../../src/data/file/memoryFile.ts';
import { UploadIntents } from '../../../../src/jobs/store/uploadIntents.ts';
import { isInFlight } from '../../../../src/jobs/store/uploadRecords.ts';
import type { Account } from '../../../../src/model/account.ts';
import type { UploadIntent } from '../../../../src/model/upload.ts';
import type { UploadInfo } from '../../../service/controlTypes.ts';
import { eventually } from '../../../eventually.ts';
import type { LocalService } from '../../../service/localService.ts';
import { LedgerFolder } from '../../jobs/store/ledgerFolder.ts';
import { KillableWindow } from './killableWindow.ts';
import { FAULTS, isUnanswered } from './uploadSequences.ts';
import type { FaultName, SendCommand, UploadCommand, WorldEvent } from './uploadSequences.ts';
import { accountOf } from './uploadWindow.ts';

const UPLOAD = '/dataloader/upload';

/** What the user was told of an upload, or that its window ended after it may have sent something. */
type Told = 'started' | 'unknown' | 'notLoaded' | 'windowClosed';

/** An upload whose outcome is unknown. */
interface Doubt {
  readonly account: Account;
  readonly entityId: string;
  readonly file: number;
}

let worlds = 0;

/** A service, a ledger, the windows that share it, and a user who remembers what they confirmed and were told. */
export class UploadWorld {
  readonly #service: LocalService;
  readonly #targets: readonly string[];
  readonly #folder = new LedgerFolder();
  /** That of another window, which uploads nothing. */
  readonly #ledger = this.#folder.open();
  readonly #id = ++worlds;
  readonly #accounts: Account[];
  readonly #open: KillableWindow[];
  /** All that were opened; an upload goes on in one that no command uses any more. */
  readonly #windows: KillableWindow[] = [];
  /** By their SHA-256. */
  readonly #versions = new Map<string, string>();
  readonly #contents = [this.#newContent(), this.#newContent()];
  /** By target and content. */
  readonly #told = new Map<string, Told[]>();
  readonly #doubts = new Map<string, Doubt>();
  #mayHaveFault = false;

  constructor(service: LocalService, targets: readonly string[]) {
    this.#service = service;
    this.#targets = targets;
    this.#accounts = [accountOf(service), accountOf(service)];
    this.#open = this.#accounts.slice(0, 1).map((account) => this.#newWindow(account));
  }

  async take(command: UploadCommand): Promise<void> {
    const window = this.#open[command.window] ?? this.#open[0];
    assert.ok(window);
    if (command.kind !== 'send') {
      this.#happen(command.kind, window, command.window);
      return;
    }
    if (this.#mayHaveFault) {
      await this.#service.clearFaults();
    }
    const action = FAULTS[command.fault];
    this.#mayHaveFault = action !== undefined;
    if (action) {
      await this.#service.addFault({ method: 'POST', path: UPLOAD, times: 1, action });
    }
    await this.#send(command, window);
  }

  /** Compares what the service has accepted with what the user was told of what they confirmed, and with the ledger. */
  async check(): Promise<void> {
    const accepted = new Map<string, number>();
    for (const upload of await this.#service.uploads()) {
      const content = await this.#contentOf(upload);
      // An upload of an earlier world, whose window was closed, may arrive in this one.
      if (content.includes(`world ${this.#id},`) || !content.includes('world ')) {
        const load = `${upload.entityId} ${content}`;
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
    const intents = new UploadIntents(this.#ledger.uploads);
    for (const { account, entityId, file } of this.#doubts.values()) {
      const found = intents.unanswered(account.id, { entityId, uri: sourceOf(file), digest: '' });
      const isRemoved = !this.#accounts.includes(account);
      assert.ok(isRemoved || found, `Not unanswered in the ledger: file ${file}, ${entityId}`);
    }
    assert.deepEqual(
      this.#folder.said.filter((said) => !said.startsWith('info: ')),
      [],
    );
  }

  close(): void {
    this.#windows.forEach((window) => window.dispose());
    this.#folder.remove();
  }

  async #send(command: SendCommand, window: KillableWindow): Promise<UploadOutcome['kind'] | 'killed'> {
    const { file, target, fault, happening } = command;
    const { account, parts } = window;
    const entityId = this.#targets[target] ?? '';
    const load = `${entityId} ${this.#contents[file]}`;
    const doubt = `${account.id} ${entityId} ${file}`;
    const wasInDoubt = this.#doubts.has(doubt);
    const mustReview = parts.settings.uploadConfirm === 'always' || wasInDoubt;
    const loadsBefore = fault === 'lateResponse' ? (await this.#service.uploads()).length : 0;
    const cancel = new AbortController();
    const reviewed: UploadPlan[] = [];
    let isConfirmed = true as boolean;
    let hasHappened = false as boolean;
    let isClosed = false as boolean;
    /** Whether the ledger had it as begun before each request; one entry for each. */
    const recorded: boolean[] = [];
    let mayHaveSent = false as boolean;
    let isSent = false as boolean;
    const happen = async (at: SendCommand['at']): Promise<void> => {
      // Once: the same is reviewed again if another window has sent it meanwhile.
      if (command.at !== at || hasHappened) {
        return;
      }
      hasHappened = true;
      if (happening === 'cancel' || happening === 'reload') {
        isConfirmed = at !== 'review';
        cancel.abort();
      }
      isClosed = happening === 'reload' || happening === 'kill';
      if (happening === 'secondWindow') {
        await this.#sendElsewhere(command, account);
      } else if (happening === 'kill') {
        this.#kill(window, recorded.length > 0 ? { entityId, file } : undefined);
      } else if (happening !== 'nothing' && happening !== 'cancel') {
        this.#happen(happening, window, file);
      }
    };
    window.onRequest = async () => {
      recorded.push(this.#inFlight(account).some((intent) => isBegun(intent, entityId, file)));
      await happen('recorded');
      mayHaveSent = !window.isKilled && !cancel.signal.aborted;
    };
    const prompts: UploadPrompts = {
      ...parts.prompts,
      review: async ({ plans }) => {
        reviewed.push(...plans);
        await happen('review');
        return isConfirmed ? plans : undefined;
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
    const noticesBefore = parts.notices.length;
    const outcome = await window.upload([this.#source(window, file)], { entityId }, prompts);
    assert.ok(!wasInDoubt || reviewed.every(({ unanswered }, nth) => nth > 0 || unanswered), 'The review is silent.');
    assert.ok(recorded.length <= 1, 'Sent twice.');
    assert.ok(!recorded.includes(false), 'Sent without a record in the ledger.');
    if (outcome === undefined) {
      // Only so that no timer of it is left.
      cancel.abort();
    }
    if (outcome && outcome.kind !== 'sent') {
      assert.equal(recorded.length, 0);
      return outcome.kind;
    }
    const isReviewed = !mustReview || reviewed.length > 0;
    assert.ok((isConfirmed && isReviewed) || recorded.length === 0, 'Sent without a confirmation.');
    const result = outcome?.results[0];
    const kind = result?.kind === 'started' || result?.kind === 'unknown' ? result.kind : 'notLoaded';
    if (outcome) {
      assert.ok(isConfirmed && isReviewed);
      const isNoticed = parts.notices.slice(noticesBefore).some((notice) => notice.kind === 'unknown');
      assert.equal(isNoticed, kind === 'unknown', 'An unknown outcome has a notice, and no other has.');
    }
    const toldWhenClosed = mayHaveSent ? 'windowClosed' : 'notLoaded';
    const told = isClosed ? toldWhenClosed : kind;
    this.#told.set(load, [...(this.#told.get(load) ?? []), told]);
    if (kind === 'started' && !isClosed) {
      this.#doubts.delete(doubt);
    }
    // Nothing is kept of an account that was signed out. If a window had begun an upload when it ended, it is unknown whether it was sent.
    if ((isClosed ? recorded.length > 0 : kind === 'unknown') && this.#accounts.includes(account)) {
      this.#doubts.set(doubt, { account, entityId, file });
    }
    return outcome?.kind ?? 'killed';
  }

  /** Sends the same from another window, before the first is sent or while it waits for its response. */
  async #sendElsewhere(command: SendCommand, account: Account): Promise<void> {
    const other = this.#newWindow(account);
    if (command.at === 'review') {
      await this.#send({ ...command, happening: 'nothing' }, other);
    } else if (command.at === 'recorded' || (command.at === 'sent' && isUnanswered(command.fault))) {
      const kind = await this.#send({ ...command, happening: 'nothing' }, other);
      assert.equal(kind, 'refused', 'The same is not sent twice at a time.');
    }
  }

  /** An upload whose response is late is cancelled only once the service has loaded it. */
  async #untilLoaded(fault: FaultName, loadsBefore: number): Promise<void> {
    if (fault === 'lateResponse') {
      await eventually(async () => (await this.#service.uploads()).length > loadsBefore, 'The service has the upload.');
    }
  }

  #happen(event: WorldEvent, window: KillableWindow, file: number): void {
    const { account, parts } = window;
    switch (event) {
      case 'reload':
        window.dispose();
        this.#replace(account, account, window);
        return;
      case 'kill':
        this.#kill(window, undefined);
        return;
      case 'signOut': {
        const next = accountOf(this.#service);
        this.#ledger.removeAccount(account.id);
        this.#windows.forEach(({ parts: one }) => {
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
        parts.state = { kind: 'signedIn', account: next, client: parts.client, isStored: true };
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
        parts.settings =
          parts.settings.uploadConfirm === 'always'
            ? { uploadConfirm: 'never', uploadFormat: 'json' }
            : { uploadConfirm: 'always', uploadFormat: 'multipart' };
    }
  }

  /**
   * Ends a window as when its extension host is killed, and opens another once the leases of its intents are over.
   * @param begun the upload that it had begun.
   */
  #kill(window: KillableWindow, begun: Omit<Doubt, 'account'> | undefined): void {
    const { account } = window;
    // Of this window: no other one is sending anything.
    const inFlight = this.#inFlight(account);
    window.kill();
    assert.deepEqual(this.#inFlight(account), inFlight, 'A window that is killed writes nothing.');
    const ofBegun = inFlight.filter(({ state }) => state === 'sending');
    assert.equal(ofBegun.length, begun ? 1 : 0, 'The ledger has what was begun, and nothing else.');
    assert.ok(!begun || ofBegun.every((intent) => isBegun(intent, begun.entityId, begun.file)));
    // Instead of waiting: all worlds have the same clock.
    const leaseUntil = plusMs(monotonicNow(), -1);
    this.#ledger.uploads.change(account.id, (records) => {
      const ids = new Set(inFlight.map(({ id }) => id));
      const intents = records.intents.map((intent) => (ids.has(intent.id) ? { ...intent, leaseUntil } : intent));
      return { records: { ...records, intents }, result: undefined };
    });
    this.#replace(account, account, window);
  }

  #inFlight({ id }: Account): readonly UploadIntent[] {
    const now = monotonicNow();
    return this.#ledger.uploads.read(id).intents.filter((intent) => isInFlight(intent, now));
  }

  /** Opens other windows in the place of those of an account, or of one of them. */
  #replace(account: Account, next: Account, window?: KillableWindow): void {
    this.#open.forEach((open, place) => {
      if (open.account === account && (window === undefined || open === window)) {
        this.#open[place] = this.#newWindow(next);
      }
    });
  }

  #newWindow(account: Account): KillableWindow {
    const window = new KillableWindow(this.#service, account, this.#folder.open());
    this.#windows.push(window);
    return window;
  }

  /** All of the same length, so that only the content tells them apart. */
  #newContent(): string {
    const version = String(this.#versions.size + 1).padStart(4, '0');
    const content = `id,name\n1,"world ${this.#id}, version ${version}"\n`;
    this.#versions.set(createHash('sha256').update(content).digest('hex'), content);
    return content;
  }

  /** What the service received. It is requested only if its digest doesn't tell. */
  async #contentOf({ syncId, format, sha256 }: UploadInfo): Promise<string> {
    const known = format === 'multipart' ? this.#versions.get(sha256) : undefined;
    const received = known ?? Buffer.from(await this.#service.uploadRaw(syncId)).toString();
    return format === 'json' ? (JSON.parse(received) as { readonly data: string }).data : received;
  }

  /** The file, as it is when it is read. */
  #source({ parts }: KillableWindow, file: number): UploadSource {
    const name = nameOf(file);
    const content = this.#contents[file] ?? '';
    const chunks = () => memoryFile(name, 'csv', Buffer.from(this.#contents[file] ?? '')).chunks();
    return parts.source(name, content, { file: { ...memoryFile(name, 'csv', Buffer.from(content)), chunks } });
  }
}

function nameOf(file: number): string {
  return `file-${file}.csv`;
}

function sourceOf(file: number): string {
  return `file:///${nameOf(file)}`;
}

function isBegun(intent: UploadIntent, entityId: string, file: number): boolean {
  return intent.state === 'sending' && intent.entityId === entityId && intent.uri === sourceOf(file);
}
