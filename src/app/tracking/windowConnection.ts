import type { Event } from '../../base/event.ts';

/**
 * The connection of this extension host to its window. In the browser and over SSH, it may be lost: the host then runs on for hours, in case
 * the window returns, but VS Code sends none of its requests and shows none of its notifications.
 */
export interface WindowConnection {
  /** As far as is known. */
  readonly isConnected: boolean;
  readonly onDidChange: Event<void>;
  /** Finds out whether the window is connected. */
  check(): Promise<boolean>;
}
