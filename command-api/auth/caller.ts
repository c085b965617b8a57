import type { FastifyRequest } from "fastify";

import { keyOf } from "#command-api/event-store/command-context.ts";
import { ipPrefix, senderOf } from "#kernel/platform/ip-prefix.ts";

import type { Caller } from "./signed-in.ts";

const LONGEST_DEVICE = 200;

export const callerOf = (request: FastifyRequest): Caller => ({
  sender: senderOf(request.ip),
  ipPrefix: ipPrefix(request.ip),
  device: request.headers["user-agent"]?.slice(0, LONGEST_DEVICE),
  requestId: request.id,
  source: keyOf(request) ? "web" : "legacy",
});
