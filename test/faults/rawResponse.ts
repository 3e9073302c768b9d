/** The bytes of a response. */
export interface RawResponse {
  readonly head: Buffer;
  readonly body: Buffer;
}

/** How the end of a response's body is marked. */
export type Framing = 'length' | 'chunked' | 'close';

interface ResponseOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly framing?: Framing;
}

export function rawResponse(status: number, body: string | Buffer, options: ResponseOptions = {}): RawResponse {
  const { headers = {}, framing = 'length' } = options;
  const bytes = Buffer.from(body);
  const all = { 'content-type': 'application/json', ...headers, ...framingHeaders(framing, bytes.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    head: Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`),
    body: framing === 'chunked' ? inTwoChunks(bytes) : bytes,
  };
}

export function bytesOf({ head, body }: RawResponse): Buffer {
  return Buffer.concat([head, body]);
}

/** The same response with its body framed differently. */
export function reframed(body: Buffer, framing: Framing): RawResponse {
  return rawResponse(200, body, { framing });
}

function framingHeaders(framing: Framing, length: number): Readonly<Record<string, string>> {
  switch (framing) {
    case 'length':
      return { 'content-length': String(length) };
    case 'chunked':
      return { 'transfer-encoding': 'chunked' };
    case 'close':
      return { connection: 'close' };
  }
}

function inTwoChunks(bytes: Buffer): Buffer {
  const half = bytes.length >> 1;
  const chunk = (part: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
  return Buffer.concat([chunk(bytes.subarray(0, half)), chunk(bytes.subarray(half)), Buffer.from('0\r\n\r\n')]);
}
