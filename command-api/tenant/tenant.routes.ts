import * as z from "zod/mini";

import type { TenantDeps } from "#command-api/account-store/account-deps.ts";
import { refuse } from "#command-api/account-store/refusal.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { EmptyBody, IdInput } from "#kernel/contract/api/fields.ts";
import { ChangeTenantRequest, CreateTenantRequest } from "#kernel/contract/api/tenant.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import type { Routes } from "#kernel/node/http/server.ts";

import { changeTenant } from "./change-tenant.ts";
import { createTenant } from "./create-tenant.ts";
import { reinviteOwner } from "./invite-owner.ts";

export type TenantRoutesOptions = TenantDeps & Readonly<{ contexts: CommandContexts }>;

/** How super admins manage tenants. Needs a scope of the platform. */
export const tenantRoutes: Routes<TenantRoutesOptions> = async (app, options) => {
  const { contexts } = options;
  const params = z.object({ id: IdInput });

  const schema = { headers: CommandHeaders, response: { 200: WriteResult } };

  app.post(
    "/api/super-admin.php/tenant",
    { schema: { ...schema, body: CreateTenantRequest } },
    async (request, reply) => {
      const outcome = await createTenant(options, await contexts.of(request), request.body);
      if (isRejection(outcome)) return refuse(reply, outcome);
      return { success: true as const, message: "Tenant created", data: outcome };
    },
  );

  app.put(
    "/api/super-admin.php/:id",
    { schema: { ...schema, params, body: ChangeTenantRequest } },
    async (request, reply) => {
      const id = TenantId.safeParse(request.params.id).data;
      if (!id) return refuse(reply, reject("tenant-not-found"));
      const context = { ...(await contexts.of(request)), tenantId: id };
      const outcome = await changeTenant(options, context, request.body);
      if (isRejection(outcome)) return refuse(reply, outcome);
      return { success: true as const, message: "Tenant updated", data: { id } };
    },
  );

  app.post(
    "/api/v1/platform/tenants/:id/invitation",
    { schema: { ...schema, params, body: EmptyBody } },
    async (request, reply) => {
      const id = TenantId.safeParse(request.params.id).data;
      if (!id) return refuse(reply, reject("tenant-not-found"));
      const refusal = await reinviteOwner(options.accounts, {
        ...(await contexts.of(request)),
        tenantId: id,
      });
      if (refusal) return refuse(reply, refusal);
      return { success: true as const, message: "Invitation sent", data: { id } };
    },
  );
};
