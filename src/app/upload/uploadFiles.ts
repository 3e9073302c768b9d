import type { UploadFormat } from '../../model/upload.ts';
import { checkConverted } from './convertPlans.ts';
import { MAX_FILES } from './findFiles.ts';
import { reviewAndReserve } from './reviewUploads.ts';
import { readSources } from './uploadInput.ts';
import type { UploadSource } from './uploadInput.ts';
import { planUploads } from './uploadPlan.ts';
import { activeAccount, CANCELLED, refused } from './uploadRequest.ts';
import type { UploadContext, UploadOutcome, UploadRequest } from './uploadRequest.ts';
import { countLeavingLinks, MAX_LEAVING_LINKS } from './uploadReview.ts';
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
  const { session, prompts } = context;
  if (sources.length > MAX_FILES) {
    return refused({ kind: 'tooManyFiles', count: sources.length, most: MAX_FILES });
  }
  const begunAs = activeAccount(context);
  const read = await readSources(sources);
  if (read.kind !== 'read') {
    return read;
  }
  const inFlight = read.inputs.find(({ source }) => isInFlight(source, context));
  if (inFlight !== undefined) {
    return refused({ kind: 'inFlight', fileName: inFlight.file.name });
  }

  // Without a review, no conversion is chosen and no sign-in offered: the caller gets the failure. Type and target are still
  // asked for if nothing else determines them.
  const mayAsk = !request.isConfirmed;
  const { unreadable } = read;
  const validation = await validateInputs(read.inputs, { ...context, unreadable, mayConvert: mayAsk });
  if (validation.kind !== 'validated') {
    return validation;
  }
  const { valid, skipped } = validation;
  const [first] = valid;
  if (first === undefined) {
    if (skipped.length > 1) {
      const { entityId } = request;
      prompts.notify({ kind: 'summary', plans: [], results: [], skipped, account: activeAccount(context), entityId });
    }
    return { kind: 'invalid' };
  }
  const links = countLeavingLinks(valid.map(({ input }) => input));
  if (links > MAX_LEAVING_LINKS) {
    return refused({ kind: 'tooManyLinks', count: links, most: MAX_LEAVING_LINKS });
  }

  if (session.state.kind === 'signedOut' && mayAsk && !(await prompts.signIn(first.input.file.name))) {
    return CANCELLED;
  }
  const recipient = await session.clientForStarting();
  if (recipient === undefined) {
    return CANCELLED;
  }
  const { account, client } = recipient;
  const accountId = account.id;
  if (begunAs !== undefined && begunAs.id !== accountId) {
    return refused({ kind: 'accountChanged' });
  }
  const { entityId, targetOf, isByTask } = request;
  const targets = await chooseTargets(
    valid.map(({ input }) => ({ source: input.source, name: input.file.name })),
    { ...context, accountId, entityId, targetOf, isByTask },
  );
  if (targets === undefined) {
    return CANCELLED;
  }
  const { earlier } = request;
  const format = formatOf(request, context);
  const planned = planUploads(valid, targets, { ...context, accountId, format, earlier, mayConvert: mayAsk });
  const converted = await checkConverted(planned, prompts);
  if (converted.kind !== 'converted') {
    return converted;
  }

  const reservation = await reviewAndReserve(converted.plans, { account, request, skipped }, context);
  if (reservation.kind !== 'reserved') {
    return reservation;
  }
  const sender = new UploadSender({ ...context, client, account, entityId });
  const results = await sender.send(reservation.plans, skipped);
  return { kind: 'sent', plans: reservation.plans, results, skipped };
}

function isInFlight(source: string, context: UploadContext): boolean {
  const account = activeAccount(context);
  return account !== undefined && context.intents.isInFlight(account.id, source);
}

/** Multipart suits files of every size and type, so JSON is used only if it was chosen. */
function formatOf({ format }: UploadRequest, { settings }: UploadContext): UploadFormat {
  const { uploadFormat } = settings();
  return format ?? (uploadFormat === 'auto' ? 'multipart' : uploadFormat);
}
