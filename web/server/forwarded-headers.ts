import type { IncomingHttpHeaders } from "node:http";

import type { FastifyRequest } from "fastify";

import { NOT_BEGUN_HEADER } from "#kernel/node/http/closing.ts";
import { COMMON_HEADERS } from "#web/server/security-headers.ts";

type Headers = Record<string, number | string | string[] | undefined>;

/** Hop-by-hop headers, which are not forwarded. */
const HOP_BY_HOP = [
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
/** Headers that only this server may set. */
const OURS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
  "x-request-id",
];

/**
 * Headers for the service: those of the client, plus the client's identity, which only this server
 * may set.
 */
export const toUpstream = (request: FastifyRequest, headers: IncomingHttpHeaders) => ({
  ...without(headers, [...HOP_BY_HOP, ...OURS]),
  "x-forwarded-for": request.ip,
  "x-forwarded-proto": request.protocol,
  "x-request-id": request.id,
});

export const toClient = (headers: Headers) => ({
  ...without(headers, [...HOP_BY_HOP, NOT_BEGUN_HEADER]),
  ...COMMON_HEADERS,
});

const without = (headers: Headers, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
