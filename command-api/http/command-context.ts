import { createSecretKey, type KeyObject } from "node:crypto";

import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";

import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { CommandId, PLATFORM_TENANT_ID, SYSTEM_ID } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";
import type { Clock } from "#kernel/node/time.ts";

import { requestHash } from "./request-hash.ts";

/** These headers change what a command does: a malformed one is refused, never ignored. */
export const CommandHeaders = z.object({
  "idempotency-key": z.optional(z.uuid("Idempotency-Key must be a UUID")),
  "if-match": z.optional(
    z.string().check(z.regex(/^"\d{1,9}"$/, 'If-Match must be a quoted version such as "3"')),
  ),
});

export type CommandContexts = Readonly<{
  /**
   * The context of a request: its actor, its idempotency key (or a new id), and the hash of its
   * body. Call it only after the right was checked, because the first call of a person creates the
   * key that seals their address.
   */
  of: (request: FastifyRequest, body?: unknown) => Promise<CommandContext>;
  /** For a request without a session. Its events go to the platform's log. */
  anonymous: (request: FastifyRequest, body?: unknown) => CommandContext;
}>;

export function createCommandContexts(hashKey: Buffer, clock: Clock): CommandContexts {
  // Created once, because importing the bytes costs more than hashing a request.
  const key = createSecretKey(hashKey);
  return {
    of: async (request, body = request.body) => {
      const { tenantId, userId: actorId, sid } = request.actor;
      const context = contextOf(request, { tenantId, actorId, body }, { key, clock });
      const ip = await request.sealAddress?.();
      return {
        ...context,
        meta: { ...context.meta, sid, ...(ip && { ip }) },
        ...ifMatchOf(request),
      };
    },
    anonymous: (request, body = request.body) =>
      contextOf(
        request,
        { tenantId: PLATFORM_TENANT_ID, actorId: SYSTEM_ID, body },
        { key, clock },
      ),
  };
}

type RequestInput = Pick<CommandContext, "tenantId" | "actorId"> & Readonly<{ body: unknown }>;

function contextOf(
  request: FastifyRequest,
  { tenantId, actorId, body }: RequestInput,
  { key: hashKey, clock }: Readonly<{ key: KeyObject; clock: Clock }>,
): CommandContext {
  const key = keyOf(request);
  const { method, url: path } = request;
  return {
    tenantId,
    actorId,
    commandId: key ?? CommandId.parse(newId()),
    requestHash: requestHash(hashKey, { actorId, method, path, body }),
    meta: { source: key ? "web" : "legacy", requestId: request.id },
    occurredMs: clock(),
  };
}

/** The key that the client chose, if it is a UUID. */
export function keyOf(request: FastifyRequest): CommandId | undefined {
  return CommandId.safeParse(request.headers["idempotency-key"]).data;
}

const VERSION_TAG = /^"(\d{1,9})"$/;

function ifMatchOf(request: FastifyRequest): { ifMatch?: number } {
  const [, version] = VERSION_TAG.exec(request.headers["if-match"] ?? "") ?? [];
  return version === undefined ? {} : { ifMatch: Number(version) };
}
