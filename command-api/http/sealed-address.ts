import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Where the command came from, for the events it makes. */
    sealAddress?: () => Promise<Sealed>;
  }
}

const MOST_KNOWN = 10_000;

/**
 * Seals the address of a request of a scope under the key of the person who sends it, once a command of theirs asks
 * for it: who may do nothing makes no key. A till keeps its address for a day's sales: it is sealed once a session,
 * not once a sale.
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
