import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answers } from './answer.ts';
import type { ServiceClock } from './clock.ts';
import type { ConnectionRecord } from './connection.ts';
import type { Job, JobPlan } from './job.ts';
import type { Reading } from './reading.ts';
import type { RowWriter } from './rowStore.ts';
import type { Settings } from './settings.ts';
import type { Spooled, Upload, Uploads } from './uploads.ts';
import type { Workspace } from './workspace.ts';

/** Up to this size the rows are read before the answer, so that a test finds them right after it. */
const READ_FIRST_BYTES = 4 * 1024 * 1024;
/** Up to this size a JSON body is held against the contract whole, beyond it without its rows. */
const CHECKED_BODY_BYTES = 16 * 1024 * 1024;

interface UploadParts {
  readonly answers: Answers;
  readonly clock: ServiceClock;
  readonly settings: Settings;
  readonly uploads: Uploads;
  readonly workspace: Workspace;
}

type Content = Pick<Upload, 'format' | 'kind' | 'fileName'> & {
  readonly spooled: Spooled;
  readonly read: (writer: RowWriter) => Promise<Reading>;
};

/** POST /dataloader/upload (contract, there). */
export class UploadRoute {
  readonly #parts: UploadParts;

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return request.isMultipart() ? this.#handleMultipart(request, reply) : this.#handleJson(request, reply);
  }

  async #handleMultipart(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { answers, uploads } = this.#parts;
    let entityId: string | undefined;
    let file: { spooled: Spooled; fileName: string; mimeType: string } | undefined;
    const received: Record<string, unknown> = {};
    request.exchange.body = received;
    for await (const part of request.parts()) {
      // A file's bytes are not held against the contract, which says nothing about them.
      received[part.fieldname] = part.type === 'file' ? '' : part.value;
      if (part.type === 'file' && part.fieldname === 'file' && !file) {
        file = { spooled: await uploads.spool(part.file), fileName: part.filename, mimeType: part.mimetype };
      } else if (part.type === 'file') {
        part.file.resume();
      } else if (part.fieldname === 'entityId' && typeof part.value === 'string') {
        entityId = part.value;
      }
    }
    if (!file) {
      return answers.sendProblem(reply, 'validation-error', 'The request has no file.', {
        file: ['A part "file" with a file name is required.'],
      });
    }
    const { spooled, fileName, mimeType } = file;
    const kind = await this.#guessKind(spooled, fileName, mimeType);
    return this.#accept(reply, entityId, {
      spooled,
      format: 'multipart',
      kind,
      fileName,
      read: (writer) => uploads.readFile(spooled, kind, writer),
    });
  }

  async #handleJson(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { answers, uploads } = this.#parts;
    const spooled = await uploads.spool(request.body as Readable);
    const syncId = newSyncId();
    const writer = uploads.rows.write(syncId);
    try {
      const { entityId, data } = await uploads.readBody(spooled, writer);
      request.exchange.body =
        spooled.byteLength <= CHECKED_BODY_BYTES
          ? Buffer.from(await uploads.bytes(spooled)).toString()
          : { entityId, data: typeof data === 'string' ? '' : [] };
      const problem =
        data === undefined
          ? 'An array of flat objects, or CSV text, is required.'
          : typeof data === 'string'
            ? undefined
            : data.problem;
      if (data === undefined || problem !== undefined) {
        await this.#forget(spooled, syncId);
        return await answers.sendProblem(reply, 'validation-error', 'The data cannot be taken.', {
          data: [problem ?? ''],
        });
      }
      const content = { spooled, format: 'json', fileName: undefined } as const;
      return await (typeof data === 'string'
        ? this.#accept(reply, entityId, { ...content, kind: 'csv', read: (rows) => uploads.readCsvText(data, rows) })
        : this.#accept(
            reply,
            entityId,
            { ...content, kind: 'json', read: () => Promise.resolve(data) },
            syncId,
            writer,
          ));
    } catch (error) {
      if (!(error instanceof SyntaxError)) {
        throw error;
      }
      await this.#forget(spooled, syncId);
      return answers.sendProblem(reply, 'bad-request', `The body is not JSON as expected. ${error.message}`);
    }
  }

  async #accept(
    reply: FastifyReply,
    entityId: string | undefined,
    content: Content,
    syncId = newSyncId(),
    writer = this.#parts.uploads.rows.write(syncId),
  ): Promise<FastifyReply> {
    const { answers, uploads, workspace } = this.#parts;
    workspace.settle();
    const connection = workspace.connections.get(entityId ?? '');
    if (!connection?.acceptsUploads) {
      await this.#forget(content.spooled, syncId);
      return answers.send(reply, this.#refusal(entityId, connection));
    }
    const job = workspace.startJob(connection, 'upload', { syncId });
    const { read, spooled, ...rest } = content;
    const reading = this.#load(job, read, writer);
    uploads.accepted.set(syncId, { syncId, entityId: connection.entityId, ...rest, ...spooled, reading });
    if (spooled.byteLength <= READ_FIRST_BYTES) {
      await reading;
    }
    const message = `The upload was accepted and is being loaded into ${connection.entityName}.`;
    return answers.send(reply, { entityId: connection.entityId, syncId, message });
  }

  /** Reads the rows and decides then how the job goes on. */
  async #load(job: Job, read: Content['read'], writer: RowWriter): Promise<Reading> {
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
    const reading = await read(reporting).catch((error: unknown): Reading => ({
      columns: [],
      problem: `The data could not be read: ${String(error)}`,
    }));
    this.#parts.workspace.planJob(job, planUpload(writer.rowCount, reading.problem), this.#parts.clock.now());
    return reading;
  }

  /** The 200 whose message says why nothing was loaded (contract, Errors 3). */
  #refusal(entityId: string | undefined, connection: ConnectionRecord | undefined): Readonly<Record<string, unknown>> {
    const message =
      entityId === undefined || entityId.trim() === ''
        ? 'No data was loaded: the entityId is missing.'
        : /^\d+$/.test(entityId)
          ? `No data was loaded: "${entityId}" is a raw entity key, which is not supported. Use the entityId of GET /connections.`
          : connection
            ? `No data was loaded: ${connection.entityName} is not a Data Loader.`
            : `No data was loaded: the entityId "${entityId}" is invalid.`;
    const { refusedSyncId } = this.#parts.settings;
    const syncId = refusedSyncId === 'null' ? null : '';
    return { ...(refusedSyncId === 'absent' ? {} : { syncId }), entityId: entityId ?? null, message };
  }

  async #guessKind(spooled: Spooled, fileName: string, mimeType: string): Promise<'csv' | 'json'> {
    const extension = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
    if (extension === 'json' || extension === 'csv' || extension === 'tsv' || extension === 'txt') {
      return extension === 'json' ? 'json' : 'csv';
    }
    const head = Buffer.from(await this.#parts.uploads.head(spooled))
      .toString()
      .replace(/^\uFEFF/, '')
      .trimStart();
    return mimeType === 'application/json' || /^[[{]/.test(head) ? 'json' : 'csv';
  }

  async #forget(spooled: Spooled, syncId: string): Promise<void> {
    this.#parts.uploads.rows.remove(syncId);
    await this.#parts.uploads.discard(spooled);
  }
}

function newSyncId(): string {
  return randomBytes(16).toString('hex');
}

/** A second or two for little data, at most a minute for much. */
function planUpload(rows: number, problem: string | undefined): JobPlan {
  return {
    extractMs: Math.min(1_000 + rows / 20, 20_000),
    loadMs: Math.min(2_000 + rows / 10, 40_000),
    rows,
    ...(problem === undefined ? {} : { failure: { step: 'Load', fraction: 1, message: problem } }),
  };
}
