import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The sender's address for the metadata of events. */
    sealAddress?: () => Promise<Sealed>;
  }
}

const MOST_KNOWN = 10_000;

/**
 * Seals the address of a request under the key of the person who sent it. It is sealed only when a
 * command needs it, so that a refused request creates no key, and once per session instead of once
 * per sale.
 */
export function sealAddresses(app: FastifyInstance, sealer: Sealer): void {
  const known = new Map<string, Sealed>();
  const sealedOf = async ({ actor, ip }: FastifyRequest): Promise<Sealed> => {
    const { tenantId, userId, sid } = actor;
    const name = `${sid}|${ip}`;
    const before = known.get(name);
    if (before !== undefined) return before;
    const sealed = await sealer.seal(tenantId, userId, ip);
    known.set(name, sealed);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > MOST_KNOWN) known.delete(oldest);
    return sealed;
  };

  app.decorateRequest("sealAddress");
  app.addHook("preHandler", (request, _reply, done) => {
    request.sealAddress = () => sealedOf(request);
    done();
  });
}
