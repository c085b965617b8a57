import { randomUUID } from "node:crypto";

import * as z from "zod/mini";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import { EnrolledTill, TillItem } from "#kernel/contract/api/till/tills.ts";
import { TenantId } from "#kernel/contract/ids.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { type Answer, createAsk, type Method } from "#tests/integration/command-api/routes/ask.ts";
import { type Identity, ROLES } from "#tests/integration/command-api/routes/identities.ts";
import { OWNER_PASSWORD } from "#tests/integration/command-api/routes/two-tenants.ts";
import { newPublicKey } from "#tests/kit/builders/till-key.ts";

export const TILLS = "/api/v1/tills";

const Enrolled = z.object({ data: EnrolledTill });
const Listed = z.object({ data: z.array(TillItem) });

type Calling = Readonly<{ body?: object; headers?: Record<string, string> }>;
type Enrolling = Readonly<{
  name?: string;
  public_key?: string;
  number?: number;
  headers?: Record<string, string>;
}>;

/** A business of its own for a test, with a person of every role. */
export async function openTenant(apis: Apis) {
  const registered = await apis.ask("POST", "/auth/register.php", {
    as: "anonymous",
    body: {
      business_name: "Shop",
      first_name: "Ama",
      last_name: "Owner",
      email: `${randomUUID()}@owner.example`,
      password: OWNER_PASSWORD,
    },
  });
  const { token, tenant, user } = SignInResult.parse(registered.body);
  const tenantId = TenantId.parse(tenant.id);
  const tokens = new Map<Identity, string>([["owner", token]]);
  for (const role of ROLES) {
    if (role !== "owner") tokens.set(role, await apis.openSession(role, { tenantId }));
  }
  const command = createAsk(apis.apps.command, tokens).ask;
  const query = createAsk(apis.apps.query, tokens).ask;

  const call = (as: Identity, method: Method, url: string, calling: Calling = {}) =>
    (method === "GET" ? query : command)(method, url, { as, ...calling });

  const enrol = (as: Identity, { headers = {}, ...body }: Enrolling = {}): Promise<Answer> =>
    call(as, "POST", TILLS, {
      headers,
      body: { name: "Front counter", public_key: newPublicKey(), ...body },
    });

  return {
    tenantId,
    ownerId: user.id,
    call,
    enrol,
    enrolled: async (as: Identity, enrolling: Enrolling = {}): Promise<EnrolledTill> =>
      Enrolled.parse((await enrol(as, enrolling)).body).data,
    change: (as: Identity, till: number, body: object, headers: Record<string, string> = {}) =>
      call(as, "PUT", `${TILLS}/${till}`, { body, headers }),
    remove: (as: Identity, till: number, body: object = {}) =>
      call(as, "DELETE", `${TILLS}/${till}`, { body }),
    list: async (as: Identity = "owner"): Promise<TillItem[]> =>
      Listed.parse((await call(as, "GET", TILLS)).body).data,
    /** The events of all tills, in order. */
    events: () =>
      apis.query<{ type: string; data: Record<string, unknown>; stream_version: number }>(
        `select type, data, stream_version from es.events
          where tenant_id = $1 and stream_type = 'till' order by seq`,
        [tenantId],
      ),
  };
}

export type TestTenant = Awaited<ReturnType<typeof openTenant>>;
