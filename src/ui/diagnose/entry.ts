import { l10n } from 'vscode';
import type { FailureText } from '../format/failureText.ts';

/** The result of one check, in words. */
export interface Entry {
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  readonly title: string;
  /** What was found. One or two sentences. */
  readonly result: string;
  /** What to do about it. */
  readonly remedy?: string;
}

export function problem(title: string, { what, remedy }: FailureText): Entry {
  return { state: 'problem', title, result: what, remedy };
}

export function timedOut(title: string, afterMs: number): Entry {
  return {
    state: 'problem',
    title,
    result: l10n.t('No result within {0} s.', Math.round(afterMs / 1000)),
    remedy: l10n.t('Check your network, VPN, and proxy, then run this command again.'),
  };
}

export function stateWord({ state }: Entry): string {
  switch (state) {
    case 'ok':
      return l10n.t('OK');
    case 'warning':
      return l10n.t('Warning');
    case 'problem':
      return l10n.t('Problem');
    case 'skipped':
      return l10n.t('Skipped');
  }
}
