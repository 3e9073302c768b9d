import type { UploadFormat } from '../../model/upload.ts';
import { activeAccount } from '../session/session.ts';
import { checkConverted } from './convertPlans.ts';
import { MAX_FILES } from './findFiles.ts';
import { reviewAndReserve } from './reviewAndReserve.ts';
import { readSources } from './uploadInput.ts';
import type { SkippedFile, UploadSource } from './uploadInput.ts';
import { planUploads } from './uploadPlan.ts';
import type { CheckedInput } from './uploadPlan.ts';
import type { ConvertedPlans } from './uploadPrompts.ts';
import { CANCELLED, refused } from './uploadRequest.ts';
import type { UploadContext, UploadOutcome, UploadRequest } from './uploadRequest.ts';
import { countOutsideLinks, MAX_OUTSIDE_LINKS } from './needsReview.ts';
import { UploadSender } from './uploadSender.ts';
import { chooseTargets } from './uploadTargets.ts';
import { validateInputs } from './validateInputs.ts';

/**
 * Uploads files: reads and checks them, finds their targets, has the user review the plan, records the intents, sends, and
 * reports what happened. Throws `ApiError` if the service can't be reached before anything is sent, and what `clientForStarting`
 * of the session throws.
 */
export async function uploadFiles(
  sources: readonly UploadSource[],
  request: UploadRequest,
  context: UploadContext,
): Promise<UploadOutcome> {
  const accountAtStart = activeAccount(context.session);
  const checked = await checkSources(sources, request, context);
  if (checked.kind !== 'checked') {
    return checked;
  }
  const { valid, skipped } = checked;
  const { session, prompts } = context;
  if (session.state.kind === 'signedOut' && mayConvertOrSignIn(request)) {
    const names = valid.map(({ input }) => input.file.name);
    if (!(await prompts.signIn(names))) {
      return CANCELLED;
    }
  }
  const recipient = await session.clientForStarting();
  if (recipient === undefined) {
    return CANCELLED;
  }
  const { account, client } = recipient;
  if (accountAtStart !== undefined && accountAtStart.id !== account.id) {
    return refused({ kind: 'accountChanged' });
  }
  const planned = await planFor(valid, account.id, request, context);
  if (planned.kind !== 'converted') {
    return planned;
  }
  const reservation = await reviewAndReserve(planned.plans, { account, request, skipped }, context);
  if (reservation.kind !== 'reserved') {
    return reservation;
  }
  const sender = new UploadSender({ ...context, client, account, entityId: request.entityId });
  const results = await sender.send(reservation.plans, skipped);
  return { kind: 'sent', accountId: account.id, plans: reservation.plans, results, skipped };
}

type CheckedSources =
  | {
      readonly kind: 'checked';
      readonly valid: readonly [CheckedInput, ...CheckedInput[]];
      readonly skipped: readonly SkippedFile[];
    }
  | Exclude<UploadOutcome, { kind: 'sent' }>;

/** Reads and checks the files. Any outcome but `checked` ends the upload. */
async function checkSources(
  sources: readonly UploadSource[],
  request: UploadRequest,
  context: UploadContext,
): Promise<CheckedSources> {
  if (sources.length > MAX_FILES) {
    return refused({ kind: 'tooManyFiles', count: sources.length, most: MAX_FILES });
  }
  const read = await readSources(sources);
  if (read.kind !== 'read') {
    return read;
  }
  const { inputs, unreadable } = read;
  const inFlight = inputs.find(({ uri }) => isInFlight(uri, context));
  if (inFlight !== undefined) {
    return refused({ kind: 'inFlight', fileName: inFlight.file.name });
  }
  const validation = await validateInputs(inputs, { ...context, unreadable, mayConvert: mayConvertOrSignIn(request) });
  if (validation.kind !== 'validated') {
    return validation;
  }
  const { valid, skipped } = validation;
  const [first, ...others] = valid;
  if (first === undefined) {
    if (skipped.length > 1) {
      const { entityId } = request;
      const account = activeAccount(context.session);
      context.prompts.notify({ kind: 'summary', plans: [], results: [], skipped, account, entityId });
    }
    return { kind: skipped.some(({ reason }) => reason.kind === 'problem') ? 'invalid' : 'noneReadable' };
  }
  const links = countOutsideLinks(valid.map(({ input }) => input));
  if (links > MAX_OUTSIDE_LINKS) {
    return refused({ kind: 'tooManyLinks', count: links, most: MAX_OUTSIDE_LINKS });
  }
  return { kind: 'checked', valid: [first, ...others], skipped };
}

/** Finds a target for each input, and checks what earlier conversions make of it. */
async function planFor(
  inputs: readonly CheckedInput[],
  accountId: string,
  request: UploadRequest,
  context: UploadContext,
): Promise<ConvertedPlans> {
  const { entityId, targetOf, isByTask, earlierConversion } = request;
  const targets = await chooseTargets(
    inputs.map(({ input }) => ({ uri: input.uri, name: input.file.name })),
    { ...context, accountId, entityId, targetOf, isByTask },
  );
  if (targets === undefined) {
    return CANCELLED;
  }
  const format = formatOf(request, context);
  const options = { ...context, accountId, format, earlierConversion, mayConvert: mayConvertOrSignIn(request) };
  return checkConverted(planUploads(inputs, targets, options), context.prompts);
}

/**
 * Whether the upload may offer to convert data or to sign in. If not, the caller gets the failure. A format or target that nothing else
 * determines is asked for in any case.
 */
function mayConvertOrSignIn({ skipsReview }: UploadRequest): boolean {
  return skipsReview !== true;
}

function isInFlight(uri: string, context: UploadContext): boolean {
  const account = activeAccount(context.session);
  return account !== undefined && context.intents.isInFlight(account.id, uri);
}

/** Multipart suits files of every size and type, so JSON is used only if it was chosen. */
function formatOf({ format }: UploadRequest, { settings }: UploadContext): UploadFormat {
  const { uploadFormat } = settings();
  return format ?? (uploadFormat === 'auto' ? 'multipart' : uploadFormat);
}
