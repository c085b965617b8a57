import type { FastifyRequest } from "fastify";

import { keyOf } from "#command-api/http/command-context.ts";
import type { EventMeta } from "#kernel/contract/events/recorded.ts";
import { ipPrefix, senderOf } from "#kernel/node/net/ip-prefix.ts";

/** The origin of an account request. */
export type Caller = Readonly<{
  /** The address that rate limits count. */
  sender: string;
  ipPrefix: string;
  device: string | undefined;
  requestId: string;
  source: EventMeta["source"];
}>;

const LONGEST_DEVICE = 200;

export const callerOf = (request: FastifyRequest): Caller => ({
  sender: senderOf(request.ip),
  ipPrefix: ipPrefix(request.ip),
  device: request.headers["user-agent"]?.slice(0, LONGEST_DEVICE),
  requestId: request.id,
  source: keyOf(request) ? "web" : "legacy",
});

/**
 * Events name the session, and the session names its device and network. The address itself is in
 * no event.
 */
export const metaOf = ({ source, requestId }: Caller, sid?: string): string =>
  JSON.stringify({ source, requestId, ...(sid === undefined ? {} : { sid }) } satisfies EventMeta);
