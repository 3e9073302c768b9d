/** The bytes of an answer. */
export interface RawAnswer {
  readonly head: Buffer;
  readonly body: Buffer;
}

/** How the end of an answer's body is marked. */
export type Framing = 'length' | 'chunked' | 'close';

interface AnswerOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly framing?: Framing;
}

export function rawAnswer(status: number, body: string | Buffer, options: AnswerOptions = {}): RawAnswer {
  const { headers = {}, framing = 'length' } = options;
  const bytes = Buffer.from(body);
  const all = { 'content-type': 'application/json', ...headers, ...framingHeaders(framing, bytes.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    head: Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`),
    body: framing === 'chunked' ? inTwoChunks(bytes) : bytes,
  };
}

export function bytesOf({ head, body }: RawAnswer): Buffer {
  return Buffer.concat([head, body]);
}

/** The same answer with its body framed differently. */
export function reframed(body: Buffer, framing: Framing): RawAnswer {
  return rawAnswer(200, body, { framing });
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
