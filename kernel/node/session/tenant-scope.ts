import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";

import { reject } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";

/** Repeated parameters have been refused by now. */
const Query = z.record(z.string(), z.string());

const OTHER_TENANT = { "other-tenant": "You may only ask for your own business." };

/**
 * The tenant comes from the token. A client may repeat it as `tenant_id`; another tenant's id is
 * refused. An empty parameter counts as not sent.
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
