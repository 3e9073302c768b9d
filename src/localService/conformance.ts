import type { OpenAPIBackend } from 'openapi-backend';
import contract from './openapi.yaml';
import { API_PATH } from './responses.ts';

/** A violation of the contract. */
export interface Violation {
  readonly direction: 'request' | 'response';
  /** For example `POST /connections/sync`; the request's method and path if the contract doesn't have them. */
  readonly endpoint: string;
  /** The status of the response. */
  readonly status: number;
  readonly messages: readonly string[];
}

/** A request and its response. */
interface CheckedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | string[]>;
  /** JSON text, or the parts of a multipart body by their names; undefined without a body. */
  readonly body: string | Readonly<Record<string, unknown>> | undefined;
  readonly status: number;
  /** Undefined to check only the request. */
  readonly response: { readonly type: string; readonly text: string } | undefined;
}

/** Validates requests and responses against openapi.yaml. */
export class Conformance {
  readonly violations: Violation[] = [];
  readonly #json: OpenAPIBackend;
  readonly #multipart: OpenAPIBackend;

  private constructor(json: OpenAPIBackend, multipart: OpenAPIBackend) {
    this.#json = json;
    this.#multipart = multipart;
  }

  /** Loads the validator, which is only available in tests. */
  static async load(): Promise<Conformance> {
    const [{ OpenAPIBackend: Backend }, { parse }] = await Promise.all([import('openapi-backend'), import('yaml')]);
    const prepare = async (only: string) => {
      // The validator supports one media type per body, so each has its own copy of the contract.
      const definition = JSON.parse(
        JSON.stringify(parse(contract)).replaceAll('application/problem+json', 'application/json'),
      ) as Contract;
      for (const { post } of Object.values(definition.paths)) {
        if (post?.requestBody.content[only]) {
          post.requestBody.content = { [only]: post.requestBody.content[only] };
        }
      }
      return new Backend({
        definition: definition as never,
        apiRoot: API_PATH,
        strict: true,
        // Skips the check of the definition, which supports only OpenAPI 3.0. `npm run check:contract` checks it.
        quick: true,
        ignoreTrailingSlashes: false,
        customizeAjv: (ajv) => {
          for (const [name, validate] of Object.entries(formats)) {
            ajv.addFormat(name, { type: 'string', validate });
          }
          return ajv;
        },
      }).init();
    };
    return new Conformance(await prepare('application/json'), await prepare('multipart/form-data'));
  }

  check(checked: CheckedRequest): void {
    const { method, url, headers, body, status } = checked;
    const backend = typeof body === 'object' ? this.#multipart : this.#json;
    const path = url.split('?', 1)[0] ?? '';
    const request = { method, path: url, headers, ...(body === undefined ? {} : { body }) };
    const operation = backend.matchOperation(request);
    if (!operation) {
      this.#add('request', `${method} ${path}`, status, ['is not in the contract']);
      return;
    }
    const endpoint = `${method} ${operation.path}`;
    this.#add('request', endpoint, status, textsOf(backend.validateRequest(request, operation).errors));
    if (checked.response) {
      this.#add(
        'response',
        endpoint,
        status,
        this.#checkResponse(checked.response, status, operation.operationId ?? ''),
      );
    }
  }

  #checkResponse(
    response: NonNullable<CheckedRequest['response']>,
    status: number,
    operationId: string,
  ): readonly string[] {
    const wanted = status === 200 ? 'application/json' : 'application/problem+json';
    const type = response.type.split(';', 1)[0]?.trim();
    return type === wanted
      ? textsOf(this.#json.validateResponse(JSON.parse(response.text), operationId, status).errors)
      : [`has the type ${type ?? ''} instead of ${wanted}`];
  }

  #add(direction: Violation['direction'], endpoint: string, status: number, messages: readonly string[]): void {
    if (messages.length > 0) {
      this.violations.push({ direction, endpoint, status, messages });
    }
  }
}

interface Contract {
  paths: Record<string, { post?: { requestBody: { content: Record<string, unknown> } } }>;
}

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  // All times are in UTC.
  'date-time': (text) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  'uri-reference': (text) => URL.canParse(text, 'https://data-connections.test'),
};

function textsOf(errors: readonly { instancePath: string; message?: string }[] | null | undefined): readonly string[] {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`.trim());
}
