import { createSecretKey, type KeyObject } from "node:crypto";

import type { FastifyRequest } from "fastify";

import { CommandId } from "#kernel/contract/ids.ts";
import type { Clock } from "#kernel/platform/clock.ts";
import { newId } from "#kernel/platform/ids.ts";

import type { CommandContext } from "./handle-command.ts";
import { requestHash } from "./request-hash.ts";

export type CommandContexts = Readonly<{
  /**
   * The context of a request: its actor, its key (one of ours where the client sent none) and what the key
   * stands for.
   */
  of: (request: FastifyRequest) => CommandContext;
}>;

export function createCommandContexts(hashKey: Buffer, clock: Clock): CommandContexts {
  // Made once: from the bytes it would be made anew for each request.
  const key = createSecretKey(hashKey);
  return { of: (request) => contextOf(request, key, clock) };
}

function contextOf(request: FastifyRequest, hashKey: KeyObject, clock: Clock): CommandContext {
  const { actor } = request;
  const key = keyOf(request);
  return {
    tenantId: actor.tenantId,
    actorId: actor.userId,
    commandId: key ?? CommandId.parse(newId()),
    requestHash: requestHash(hashKey, {
      actorId: actor.userId,
      method: request.method,
      path: request.url,
      body: request.body,
    }),
    meta: {
      source: key ? "web" : "legacy",
      requestId: request.id,
      sid: actor.sid,
      ...(request.sealedAddress && { ip: request.sealedAddress }),
    },
    occurredMs: clock(),
    ...ifMatchOf(request),
  };
}

/** The key that the client chose, where it is one. */
export function keyOf(request: FastifyRequest): CommandId | undefined {
  return CommandId.safeParse(request.headers["idempotency-key"]).data;
}

const VERSION_TAG = /^"(\d{1,9})"$/;

function ifMatchOf(request: FastifyRequest): { ifMatch?: number } {
  const [, version] = VERSION_TAG.exec(request.headers["if-match"] ?? "") ?? [];
  return version === undefined ? {} : { ifMatch: Number(version) };
}
