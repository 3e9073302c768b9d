import * as vscode from 'vscode';
import { ApiError } from '../../api/apiError.ts';
import type { SignInPrefill } from '../../app/session/signInPrefill.ts';
import { plainText } from '../../base/displayText.ts';
import type { Logger } from '../../base/logger.ts';
import { buttonText, notificationText } from '../../base/sinkText.ts';
import { needsSignIn } from '../../model/failure.ts';
import { showError as showErrorNotification } from '../window/notifications.ts';
import type { ActionButton } from '../window/notifications.ts';
import { FailedAction } from './failedAction.ts';
import { isCancellation, UserError } from './userError.ts';
import { arrivalText, describeFailure } from '../format/failureText.ts';

interface ErrorActions {
  /** Without a prefill, for the account of the window. */
  readonly signIn: (prefill?: SignInPrefill) => unknown;
  readonly showLog: () => unknown;
  /** Called with the error of an action that the user chose. */
  readonly report: (error: unknown) => void;
}

/**
 * Shows what went wrong and what to do, and writes the error to the log. Ignores cancellations.
 *
 * @param options.isReasonShown of a failed action, only says which one it was: why it failed, and what to do, is already shown.
 */
export function reportError(
  error: unknown,
  log: Logger,
  actions: ErrorActions,
  { isReasonShown = false }: { isReasonShown?: boolean } = {},
): void {
  if (isCancellation(error)) {
    return;
  }
  logError(error, log);
  const { message, buttons } =
    error instanceof FailedAction && isReasonShown ? { message: error.message, buttons: [] } : wording(error, actions);
  void showErrorNotification(notificationText(message), ...buttons).then(async (chosen) => {
    try {
      await chosen?.run();
    } catch (failure) {
      actions.report(failure);
    }
  });
}

/** Writes an error with its causes to the log. */
export function logError(error: unknown, log: Logger): void {
  log.error(causesOf(error).join(' <- '), framesOf(error));
}

function wording(error: unknown, actions: ErrorActions): { message: string; buttons: readonly ActionButton[] } {
  const signIn: ActionButton = {
    title: buttonText(vscode.l10n.t('Sign In…')),
    run: () => actions.signIn(error instanceof UserError ? error.prefill : undefined),
  };
  const showLog: ActionButton = { title: buttonText(vscode.l10n.t('Show Log')), run: actions.showLog };
  if (error instanceof UserError) {
    return {
      message: error.message,
      buttons: [...(error.offersSignIn ? [signIn] : []), ...error.buttons],
    };
  }
  const failed = error instanceof FailedAction ? error.cause : error;
  if (!(failed instanceof ApiError)) {
    return {
      message: vscode.l10n.t('An unexpected error occurred in Data Connections. See the log for details.'),
      buttons: [showLog],
    };
  }
  const { what, remedy } = describeFailure(failed.failure);
  const arrival = arrivalText(failed);
  const isAboutSecret = needsSignIn(failed.failure);
  // A rejected key needs no support request, so its request id is only in the log.
  const requestId = isAboutSecret ? undefined : failed.problem?.requestId;
  return {
    message: [
      ...(error instanceof FailedAction ? [error.message] : []),
      what,
      ...(arrival === undefined ? [] : [arrival]),
      remedy,
      ...(requestId === undefined ? [] : [vscode.l10n.t('Request ID: {0}.', plainText(requestId, 80))]),
    ].join(' '),
    buttons: isAboutSecret
      ? [signIn]
      : [...(error instanceof FailedAction && error.retry ? [error.retry] : []), showLog],
  };
}

const MAX_CAUSES = 5;

/** The stack frames of an unexpected error. */
function framesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error) || [ApiError, FailedAction, UserError].some((known) => error instanceof known)) {
    return [];
  }
  // The stack starts with the message, which may have lines that look like frames.
  const { message, stack = '' } = error;
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return frames.filter((frame) => /^\s+at /.test(frame));
}

function causesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error)) {
    return error === undefined ? [] : [typeof error === 'string' ? error : 'an error that is not an Error'];
  }
  const own = `${error.name}: ${error.message}`;
  return depth < MAX_CAUSES ? [own, ...causesOf(error.cause, depth + 1)] : [own];
}
