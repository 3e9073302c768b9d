import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConnectionRecord } from './connection.ts';
import type { Job, JobPlan } from './job.ts';
import type { ParseResult, RowWriter } from './rowStore.ts';
import type { Service } from './service.ts';
import { receiveJson, receiveMultipart, UnusableRequest } from './uploadContent.ts';
import type { UploadContent } from './uploadContent.ts';

/** Up to this size the rows are read before the answer, so that a test finds them right after it. */
const READ_FIRST_BYTES = 4 * 1024 * 1024;

/** POST /dataloader/upload (contract, there). Everything but 200 and 401 is this service's own choice. */
export async function upload(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    const receive = request.isMultipart() ? receiveMultipart : receiveJson;
    return await accept(service, await receive(request, service.uploads), reply);
  } catch (error) {
    if (error instanceof UnusableRequest) {
      return service.answers.sendProblem(reply, error.kind, error.message, error.errors);
    }
    throw error;
  }
}

async function accept(service: Service, content: UploadContent, reply: FastifyReply): Promise<FastifyReply> {
  const { answers, uploads, workspace } = service;
  const { entityId = '', readRows, spooled, syncId, writer, ...rest } = content;
  workspace.settle();
  const connection = workspace.connections.get(entityId);
  if (!connection?.acceptsUploads || !service.settings.canResolveWorkspace) {
    uploads.rows.remove(syncId);
    await uploads.discard(spooled);
    if (service.settings.refusedSyncId === 'null') {
      // The contract knows no null there.
      reply.request.requestContext.checked = 'request';
    }
    return answers.send(reply, refusal(service, entityId, connection));
  }
  const job = workspace.startJob(connection, 'upload', { syncId });
  const isReadFirst = spooled.byteLength <= READ_FIRST_BYTES;
  const reading = load(service, job, { readRows, writer, isReadFirst });
  uploads.accepted.set(syncId, { syncId, entityId, ...rest, ...spooled, reading });
  if (isReadFirst) {
    await reading;
  }
  const message = `The upload was accepted and is being loaded into ${connection.entityName}.`;
  return answers.send(reply, { entityId, syncId, message });
}

/** Reads the rows and decides then how the job goes on. */
async function load(
  { clock, workspace }: Service,
  job: Job,
  { isReadFirst, readRows, writer }: Pick<UploadContent, 'readRows' | 'writer'> & { readonly isReadFirst: boolean },
): Promise<ParseResult> {
  const reporting: RowWriter = {
    get rowCount() {
      return writer.rowCount;
    },
    add: (cells) => {
      writer.add(cells);
      job.rowsRead = writer.rowCount;
    },
    flush: () => writer.flush(),
  };
  const reading = await readRows(reporting).catch((error: unknown): ParseResult => ({
    columns: [],
    problem: `The data could not be read: ${String(error)}`,
  }));
  const plan = planUpload(writer.rowCount, reading.problem);
  // Where the rows were counted before everybody's eyes, Extract is over with the last of them.
  const extractMs = isReadFirst ? plan.extractMs : Math.max(1, clock.now() - job.startedAt);
  workspace.planJob(job, { ...plan, extractMs });
  return reading;
}

/** The 200 whose message says why nothing was loaded (contract, Errors 3). */
function refusal({ settings }: Service, entityId: string, connection: ConnectionRecord | undefined) {
  const syncId = { absent: undefined, null: null, empty: '' }[settings.refusedSyncId];
  return { syncId, entityId, message: `No data was loaded: ${refusalReason(settings, entityId, connection)}` };
}

function refusalReason(
  { canResolveWorkspace }: Service['settings'],
  entityId: string,
  connection: ConnectionRecord | undefined,
): string {
  if (!canResolveWorkspace) {
    return 'the workspace cannot be resolved.';
  }
  if (entityId.trim() === '') {
    return 'the entityId is missing.';
  }
  if (/^\d+$/.test(entityId)) {
    return `"${entityId}" is a raw entity key, which is not supported. Use the entityId of GET /connections.`;
  }
  return connection ? `${connection.entityName} is not a Data Loader.` : `the entityId "${entityId}" is invalid.`;
}

/** A few seconds for little data, at most a minute for much. */
function planUpload(rows: number, problem: string | undefined): JobPlan {
  return {
    extractMs: Math.min(1_000 + rows / 20, 20_000),
    loadMs: Math.min(2_000 + rows / 10, 40_000),
    rows,
    ...(problem === undefined ? {} : { failure: { step: 'Load', fraction: 1, message: problem } }),
  };
}
