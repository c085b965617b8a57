import type { FastifyInstance } from "fastify";

import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { Sealer } from "#kernel/platform/seal.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Where the command came from, for the events it makes. */
    sealedAddress?: Sealed;
  }
}

const MOST_KNOWN = 10_000;

/**
 * Seals the address of every request of a scope under the key of the person who sends it. A till keeps its
 * address for a day's sales: it is sealed once a session, not once a sale.
 */
export function sealAddresses(app: FastifyInstance, sealer: Sealer): void {
  const known = new Map<string, Sealed>();

  app.decorateRequest("sealedAddress");
  app.addHook("preHandler", async (request) => {
    const { tenantId, userId, sid } = request.actor;
    const name = `${sid}|${request.ip}`;
    const sealed = known.get(name) ?? (await sealer.seal(tenantId, userId, request.ip));
    request.sealedAddress = sealed;
    if (known.has(name)) return;
    known.set(name, sealed);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > MOST_KNOWN) known.delete(oldest);
  });
}
