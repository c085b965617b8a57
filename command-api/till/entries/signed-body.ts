import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import type { FastifyInstance, FastifyRequest } from "fastify";

import { MOST_ENTRY_BYTES, signedHead } from "#kernel/contract/api/till/entries.ts";
import { problemOf, sendProblem } from "#kernel/node/http/errors.ts";
import { strictJson } from "#kernel/node/http/input.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as it was sent; set in a scope of `readSignedBodies`. */
    sentBytes: Buffer | undefined;
  }
}

const TOO_LARGE = `Send at most ${MOST_ENTRY_BYTES / 1024} kB at once.`;

/**
 * Reads the bodies of requests that a till signs: JSON, plain or gzipped, larger than those of other
 * routes. The signature is over the bytes as they were sent, so these are kept.
 */
export function readSignedBodies(app: FastifyInstance): void {
  const parse = strictJson(app);
  app.decorateRequest("sentBytes");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer", bodyLimit: MOST_ENTRY_BYTES },
    async (request: FastifyRequest, sent: Buffer): Promise<unknown> => {
      request.sentBytes = sent;
      const bytes = await unpack(request.headers["content-encoding"], sent);
      return new Promise<unknown>((resolve, reject) => {
        parse(request, bytes.toString("utf8"), (error, body) => {
          if (error) reject(error);
          else resolve(body);
        });
      });
    },
  );
  app.setErrorHandler((error, _request, reply) => {
    if (!isTooLarge(error)) throw error;
    return sendProblem(reply, { ...problemOf(413), error: TOO_LARGE });
  });
}

/** What the till signed: the route, then the body as it was sent. */
export const signedBytes = ({ method, routeOptions, sentBytes }: FastifyRequest): Buffer =>
  Buffer.concat([
    Buffer.from(signedHead(method, routeOptions.url ?? "")),
    sentBytes ?? Buffer.alloc(0),
  ]);

class BodyError extends Error {
  override readonly name = "BodyError";
  readonly statusCode: number;

  constructor(statusCode: number, options?: ErrorOptions) {
    super(`a body was refused with ${statusCode}`, options);
    this.statusCode = statusCode;
  }
}

const unzip = promisify(gunzip);

async function unpack(encoding: string | undefined, sent: Buffer): Promise<Buffer> {
  if (encoding === undefined || encoding === "identity") return sent;
  if (encoding !== "gzip") throw new BodyError(415);
  try {
    // It stops at the limit, so a small body that unpacks to a huge one costs no more.
    return await unzip(sent, { maxOutputLength: MOST_ENTRY_BYTES });
  } catch (cause) {
    const isOver = cause instanceof RangeError;
    throw new BodyError(isOver ? 413 : 400, { cause });
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && "statusCode" in error && error.statusCode === 413;
