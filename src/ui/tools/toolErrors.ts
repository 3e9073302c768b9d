import { ApiError } from '../../api/apiError.ts';
import { ToolError } from '../../app/tools/toolError.ts';
import type { ToolResult } from '../../app/tools/toolResult.ts';
import { plainText } from '../../base/displayText.ts';
import type { Logger } from '../../base/logger.ts';
import { logError } from '../errors/reportError.ts';
import { UserError } from '../errors/userError.ts';
import { failureSentence } from '../format/failureText.ts';

/** The result of a tool that has failed completely or in part. Unexpected errors, which don't help a model, are logged instead. */
export function errorResult(error: unknown, log: Logger): ToolResult {
  if (error instanceof ToolError) {
    return { error: error.code, message: error.message, ...error.details };
  }
  if (error instanceof ApiError) {
    const { failure, mayHaveArrived } = error;
    const code = failure.kind === 'signedOut' ? 'signedOut' : 'failed';
    return {
      error: mayHaveArrived ? 'outcomeUnknown' : code,
      message: plainText(failureSentence(failure), 600),
    };
  }
  if (error instanceof UserError) {
    return { error: 'failed', message: plainText(error.message, 600) };
  }
  logError(error, log);
  return {
    error: 'failed',
    message: 'An unexpected error occurred. See the Data Connections log.',
  };
}
