import * as z from "zod/mini";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { OWNER_PASSWORD } from "#tests/integration/command-api/routes/two-tenants.ts";

import type { Identity } from "./cell.ts";

export const SUPPORT_ROUTE = "command POST /api/v1/platform/support-sessions";

const Opened = z.object({ data: z.object({ token: z.string() }) });

/** Opens a new session for each request, so that ending one affects no other. */
export async function createPeople(apis: Apis) {
  const suspended = await suspendedOwner(apis);

  async function support(): Promise<string | undefined> {
    if (!apis.routes.includes(SUPPORT_ROUTE)) return undefined;
    const answer = await apis.ask("POST", "/api/v1/platform/support-sessions", {
      as: "super_admin",
      body: { tenant_id: apis.tenantId, reason: "The owner asked for help with the stock" },
    });
    return Opened.parse(answer.body).data.token;
  }

  return async (identity: Identity): Promise<string | undefined> => {
    if (identity === "anonymous") return undefined;
    if (identity === "suspended") return suspended;
    if (identity === "support") return support();
    if (identity === "expired") return apis.tokenOf("expired");
    if (identity === "super_admin") return apis.openSession("-", { aud: "platform" });
    if (identity !== "foreign owner") return apis.openSession(identity);
    return apis.openSession("owner", { tenantId: apis.foreignTenantId });
  };
}

async function suspendedOwner(apis: Apis): Promise<string> {
  const registered = await apis.ask("POST", "/auth/register.php", {
    as: "anonymous",
    body: {
      business_name: "Suspended shop",
      first_name: "Kofi",
      last_name: "Suspended",
      email: "suspended@shops.example",
      password: OWNER_PASSWORD,
    },
  });
  const { token, tenant } = SignInResult.parse(registered.body);
  const tenantId = TenantId.parse(tenant.id);
  await apis.query("update es.tenant_heads set status = 3 where tenant_id = $1", [tenantId]);
  return token;
}
