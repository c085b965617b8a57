export type HttpAnswer = Readonly<{ status: number; headers: string; body: Buffer }>;

const HEAD_END = "\r\n\r\n";
const LINE_END = "\r\n";

/**
 * Parses the answer if `bytes` holds all of it, else null. A connection carries one request at a
 * time, so nothing can follow.
 */
export function parseAnswer(bytes: Buffer): HttpAnswer | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const headers = bytes.toString("latin1", 0, headEnd);
  const status = Number(headers.slice(9, 12));
  const rest = bytes.subarray(headEnd + HEAD_END.length);
  const body = hasNoBody(status) ? rest.subarray(0, 0) : parseBody(headers, rest);
  return body === null ? null : { status, headers, body };
}

function parseBody(headers: string, rest: Buffer): Buffer | null {
  const length = /\r\ncontent-length: *(\d+)/i.exec(headers)?.[1];
  if (length !== undefined) {
    return rest.length < Number(length) ? null : rest.subarray(0, Number(length));
  }
  if (/\r\ntransfer-encoding: *chunked/i.test(headers)) return joinChunks(rest);
  throw new Error(`an answer without a length: ${headers}`);
}

function joinChunks(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const sizeEnd = bytes.indexOf(LINE_END, at);
    if (sizeEnd === -1) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, sizeEnd), 16);
    const start = sizeEnd + LINE_END.length;
    const next = start + size + LINE_END.length;
    if (bytes.length < next) return null;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(start, start + size));
    at = next;
  }
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}
