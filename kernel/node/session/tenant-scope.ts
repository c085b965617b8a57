import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";

import { reject } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";

/** Parameters that came twice were refused before. */
const Query = z.record(z.string(), z.string());

const OTHER_TENANT = { "other-tenant": "You may only ask for your own business." };

/**
 * The tenant comes from the token. A client may repeat it; one that names another is refused (R36).
 * A parameter sent empty is one not sent (R53).
 */
export function refuseOtherTenants(app: FastifyInstance): void {
  app.addHook("preValidation", async (request, reply) => {
    const sent = Query.parse(request.query);
    request.query = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ""));
    const named = sent["tenant_id"] || request.actor.tenantId;
    if (named.toLowerCase() === request.actor.tenantId) return undefined;
    return sendRejection(reply, reject("other-tenant"), OTHER_TENANT);
  });
}
