import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LocalService } from '../service/localService.ts';
import type { FollowerKind, FollowerMessage, FollowerOrder } from './jobsFollower.ts';

type Kind = FollowerMessage['kind'];
type MessageOf<K extends Kind> = Extract<FollowerMessage, { kind: K }>;

/** The parent's side of a process that tracks jobs. */
export class FollowerProcess {
  readonly #child: ChildProcess;
  /** When each end was detected, by the system clock. */
  readonly seenAt = new Map<string, number>();

  private constructor(how: FollowerKind, service: LocalService, folder: string) {
    const program = fileURLToPath(new URL('./jobsFollower.ts', import.meta.url));
    this.#child = fork(program, [how, service.baseUrl, service.apiKey, folder]);
    this.#child.on('message', (message: FollowerMessage) => {
      if (message.kind === 'ended') {
        this.seenAt.set(message.syncId, message.at);
      }
    });
  }

  /** Resolves once it tracks the running jobs. */
  static async start(how: FollowerKind, service: LocalService, folder: string): Promise<FollowerProcess> {
    const started = new FollowerProcess(how, service, folder);
    await started.#hear('ready');
    return started;
  }

  follow(syncId: string, entityId: string): void {
    this.#order({ kind: 'follow', syncId, entityId });
  }

  /** Resolves to the cost once the process has exited. */
  async stop(): Promise<MessageOf<'cost'>> {
    const exited = once(this.#child, 'exit');
    const cost = this.#hear('cost');
    this.#order('stop');
    await exited;
    return cost;
  }

  #order(order: FollowerOrder): void {
    this.#child.send(order);
  }

  #hear<K extends Kind>(kind: K): Promise<MessageOf<K>> {
    return new Promise((resolve, reject) => {
      this.#child.on('message', (message: FollowerMessage) => {
        if (message.kind === kind) {
          resolve(message as MessageOf<K>);
        }
      });
      this.#child.once('exit', (code) => reject(new Error(`The follower ended with ${code}.`)));
    });
  }
}
