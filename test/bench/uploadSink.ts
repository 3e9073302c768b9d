import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

// Receives uploads in a separate process and stores nothing: it responds with the number of bytes and their CRC-32, for a form
// those of its last part, the file. Prints its URL to stdout; exits when stdin is closed.

const server = createServer({ requestTimeout: 0, highWaterMark: 1_048_576 }, (request, response) => {
  let bytes = 0;
  let digest = 0;
  let head: Buffer | undefined = Buffer.alloc(0);
  const boundary = /boundary=(.*)$/.exec(request.headers['content-type'] ?? '')?.[1];
  const endLength = boundary === undefined ? 0 : `\r\n--${boundary}--\r\n`.length;
  let left = Number(request.headers['content-length']) - endLength;
  const take = (data: Buffer) => {
    bytes += data.length;
    digest = crc32(data, digest);
  };
  request.on('data', (chunk: Buffer) => {
    const content = chunk.subarray(0, Math.max(0, left));
    left -= chunk.length;
    if (head === undefined || boundary === undefined) {
      take(content);
      return;
    }
    head = Buffer.concat([head, content]);
    const start = startOfFile(head);
    if (start >= 0) {
      take(head.subarray(start));
      head = undefined;
    }
  });
  request.on('end', () => {
    const data = { syncId: 'sync', entityId: 'entity', message: `${bytes} bytes, ${digest}` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, meta: {} }));
  });
  // A client that disconnects is not an error.
  request.on('error', () => undefined);
});

/** The offset of the content of the part named `file`; negative if it hasn't arrived yet. */
function startOfFile(head: Buffer): number {
  const part = head.indexOf('name="file"');
  const end = part < 0 ? -1 : head.indexOf('\r\n\r\n', part);
  return end < 0 ? -1 : end + 4;
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.on('end', () => process.exit()).resume();
