/** Why a tool did nothing. The caller, a language model, gets the code and the message. */
export type ToolErrorCode =
  /** By the user's setting, or by one that an administrator can enforce. */
  | 'toolsOff'
  | 'readOnly'
  /** The workspace is not trusted. */
  | 'untrusted'
  | 'invalidInput'
  | 'signedOut'
  | 'connectionNotFound'
  | 'jobNotFound'
  | 'fileNotFound'
  /** The file is not in the workspace, or a symbolic link leads out of it. */
  | 'outsideWorkspace'
  /** It is unclear whether the file is CSV or JSON. */
  | 'unknownFormat'
  /** The data has problems that prevent an upload. */
  | 'invalidData'
  | 'uploadInProgress'
  | 'alreadySyncing'
  /** What the user confirmed is no longer what would be sent, or to whom. */
  | 'changedSinceConfirmation'
  /** The request may have arrived, and the response was lost. */
  | 'outcomeUnknown'
  /** The user declined. */
  | 'declined'
  /** The service or the file system failed. */
  | 'failed';

/** An expected failure of a tool, in English, for a language model. Contains no text of files or of the service. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ToolErrorCode;
  /** More about it, as data. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ToolErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
