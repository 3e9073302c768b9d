import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConnectionRecord } from './connection.ts';
import type { Job } from './job.ts';
import { acceptanceMessage, planUpload, rejectionMessage, rejectionReason } from './jobRules.ts';
import type { ParseResult, RowWriter } from './rowStore.ts';
import type { Service } from './service.ts';
import { receiveJson, receiveMultipart } from './uploadContent.ts';
import type { UploadContent } from './uploadContent.ts';

/** Files up to this size are parsed before the response, so that tests find their rows immediately. */
const PARSE_FIRST_BYTES = 4 * 1024 * 1024;

/** POST /dataloader/upload. The contract defines only 200 and 401, the other statuses are choices of this service. */
export async function upload(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const receive = request.isMultipart() ? receiveMultipart : receiveJson;
  return accept(service, await receive(request, service.uploads), reply);
}

async function accept(service: Service, content: UploadContent, reply: FastifyReply): Promise<FastifyReply> {
  const { responses, uploads, workspace } = service;
  const { entityId = '', readRows, spooled, syncId, writer, ...rest } = content;
  workspace.settle();
  const connection = workspace.connections.get(entityId);
  if (!connection?.acceptsUploads || !service.settings.canResolveWorkspace) {
    uploads.rows.remove(syncId);
    await uploads.discard(spooled);
    if (service.settings.rejectedSyncId === 'null') {
      // The contract doesn't allow null.
      reply.request.requestContext.checked = 'request';
    }
    return responses.send(reply, rejection(service, entityId, connection));
  }
  const job = workspace.startJob(connection, 'upload', { syncId });
  const isParsedFirst = spooled.byteLength <= PARSE_FIRST_BYTES;
  const parsed = load(service, job, { readRows, writer, isParsedFirst });
  uploads.accepted.set(syncId, { syncId, entityId, ...rest, ...spooled, parsed });
  if (isParsedFirst) {
    await parsed;
  }
  return responses.send(reply, { entityId, syncId, message: acceptanceMessage(connection) });
}

/** Parses the rows and then plans the rest of the job. */
async function load(
  { clock, workspace }: Service,
  job: Job,
  { isParsedFirst, readRows, writer }: Pick<UploadContent, 'readRows' | 'writer'> & { readonly isParsedFirst: boolean },
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
  const result = await readRows(reporting).catch((error: unknown): ParseResult => ({
    columns: [],
    problem: `The data could not be read: ${String(error)}`,
  }));
  const plan = planUpload(writer.rowCount, result.problem);
  // Extract ends with the last parsed row if the rows were counted while the job was visible.
  const extractMs = isParsedFirst ? plan.extractMs : Math.max(1, clock.now() - job.startedAt);
  workspace.planJob(job, { ...plan, extractMs });
  return result;
}

/** The 200 that rejects an upload, with the reason as its message (contract, Errors 3). */
function rejection({ settings }: Service, entityId: string, connection: ConnectionRecord | undefined) {
  const syncId = { absent: undefined, null: null, empty: '' }[settings.rejectedSyncId];
  const reason = settings.canResolveWorkspace
    ? rejectionReason(entityId, connection)
    : 'the workspace cannot be resolved.';
  return { syncId, entityId, message: rejectionMessage(reason) };
}
