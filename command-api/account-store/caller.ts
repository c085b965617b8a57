import type { FastifyRequest } from "fastify";

import { keyOf } from "#command-api/http/command-context.ts";
import type { EventMeta } from "#kernel/contract/events/recorded.ts";
import { ipPrefix, senderOf } from "#kernel/node/net/ip-prefix.ts";

/** Where an account request comes from. */
export type Caller = Readonly<{
  /** The address whose tries are counted. */
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

/** Of a session, which names its device and network. The address itself is in no event. */
export const metaOf = ({ source, requestId }: Caller, sid?: string): string =>
  JSON.stringify({ source, requestId, ...(sid === undefined ? {} : { sid }) } satisfies EventMeta);
