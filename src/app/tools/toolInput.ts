import { isObject } from '../../base/json.ts';
import { TOOL_CONNECTION_STATES } from './toolConnection.ts';
import type { ToolConnectionState } from './toolConnection.ts';
import { MAX_ID_LENGTH } from '../../model/limits.ts';
import type { UploadFormat } from '../../model/upload.ts';
import { ToolError } from './toolError.ts';
import { TOOL_JOB_STATES } from './toolJob.ts';
import type { Paging } from './toolResult.ts';
import type { JobState } from '../../model/job.ts';

/** The input of each tool. The JSON schemas in the manifest say the same, but VS Code does not validate input by them. */
export interface ToolInputs {
  readonly dataConnections_listConnections: Paging & {
    readonly filter: string;
    readonly state: ToolConnectionState | undefined;
  };
  readonly dataConnections_getConnection: { readonly entityId: string };
  readonly dataConnections_listJobs: Paging & {
    readonly entityId: string | undefined;
    readonly state: JobState | undefined;
  };
  readonly dataConnections_getJob: { readonly syncId: string };
  readonly dataConnections_checkFile: { readonly file: string; readonly limit: number };
  readonly dataConnections_startSync: { readonly entityId: string };
  readonly dataConnections_uploadFile: {
    readonly file: string;
    readonly entityId: string;
    readonly format: UploadFormat | undefined;
  };
}

/** The most rows that a list returns. A larger limit counts as this one. */
const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 20;
const MAX_FILTER_LENGTH = 200;
export const MAX_PATH_LENGTH = 1000;

type Parsers = { readonly [Name in keyof ToolInputs]: (input: Fields) => ToolInputs[Name] };

/** Parses the input of a tool. Throws `ToolError` for anything that it does not take, also for unknown properties. */
export function readToolInput<Name extends keyof ToolInputs>(name: Name, input: unknown): ToolInputs[Name] {
  const fields = new Fields(input);
  const parsed = PARSERS[name](fields);
  fields.rejectOthers();
  return parsed;
}

const PARSERS: Parsers = {
  dataConnections_listConnections: (input) => ({
    filter: input.text('filter', MAX_FILTER_LENGTH) ?? '',
    state: input.oneOf('state', TOOL_CONNECTION_STATES),
    ...input.paging(),
  }),
  dataConnections_getConnection: (input) => ({ entityId: input.required('entityId', MAX_ID_LENGTH) }),
  dataConnections_listJobs: (input) => ({
    entityId: input.text('entityId', MAX_ID_LENGTH),
    state: input.oneOf('state', TOOL_JOB_STATES),
    ...input.paging(),
  }),
  dataConnections_getJob: (input) => ({ syncId: input.required('syncId', MAX_ID_LENGTH) }),
  dataConnections_checkFile: (input) => ({
    file: input.required('file', MAX_PATH_LENGTH),
    limit: input.limit(),
  }),
  dataConnections_startSync: (input) => ({ entityId: input.required('entityId', MAX_ID_LENGTH) }),
  dataConnections_uploadFile: (input) => ({
    file: input.required('file', MAX_PATH_LENGTH),
    entityId: input.required('entityId', MAX_ID_LENGTH),
    format: input.oneOf('format', ['multipart', 'json'] as const),
  }),
};

/** The properties of an input. null counts as omitted, as models often write it. */
class Fields {
  readonly #input: Readonly<Record<string, unknown>>;
  readonly #known: string[] = [];

  constructor(input: unknown) {
    if (!isObject(input) || Array.isArray(input)) {
      throw invalid('The input must be an object.');
    }
    this.#input = input;
  }

  text(name: string, maxLength: number): string | undefined {
    const value = this.#read(name);
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== 'string' || value.length > maxLength) {
      throw invalid(`"${name}" must be a string of at most ${maxLength} characters.`);
    }
    return value;
  }

  required(name: string, maxLength: number): string {
    const value = this.text(name, maxLength) ?? '';
    if (value.trim() === '') {
      throw invalid(`"${name}" is required.`);
    }
    return value;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.#read(name);
    const found = allowed.find((known) => known === value);
    if (value !== undefined && found === undefined) {
      throw invalid(`"${name}" must be one of: ${allowed.join(', ')}.`);
    }
    return found;
  }

  limit(): number {
    return Math.min(MAX_LIMIT, this.#count('limit', 1) ?? DEFAULT_LIMIT);
  }

  paging(): Paging {
    return { limit: this.limit(), offset: this.#count('offset', 0) ?? 0 };
  }

  /** Nothing is ignored: a caller that passes an unknown property expects something from it. */
  rejectOthers(): void {
    if (Object.keys(this.#input).some((name) => !this.#known.includes(name))) {
      throw invalid(`The only properties are: ${this.#known.join(', ')}.`);
    }
  }

  #count(name: string, minimum: number): number | undefined {
    const value = this.#read(name);
    if (value !== undefined && !(typeof value === 'number' && Number.isInteger(value) && value >= minimum)) {
      throw invalid(`"${name}" must be an integer of at least ${minimum}.`);
    }
    return value;
  }

  #read(name: string): unknown {
    this.#known.push(name);
    return Object.hasOwn(this.#input, name) ? (this.#input[name] ?? undefined) : undefined;
  }
}

function invalid(message: string): ToolError {
  return new ToolError('invalidInput', message);
}
