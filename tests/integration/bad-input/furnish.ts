import { randomUUID } from "node:crypto";

import * as z from "zod/mini";

import { EnrolledTill } from "#kernel/contract/api/till/tills.ts";
import { type TenantId, UserId } from "#kernel/contract/ids.ts";
import { KeptPicture } from "#kernel/contract/picture.ts";
import { issueStream, memberStream } from "#kernel/node/ids.ts";
import { claimsOf } from "#tests/integration/command-api/account-store/forge.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { somePicture } from "#tests/kit/builders/picture.ts";
import { newPublicKey } from "#tests/kit/builders/till-key.ts";

import type { Apis } from "./apis.ts";
import type { Ids } from "./row.ts";

/** Creates one of each thing that a route may name, in the caller's tenant. */
export async function furnish(apis: Apis, as: Identity): Promise<Ids> {
  const product = await apis.addProduct("Milo", 1000, as);
  const picture = await aPicture(apis, as);
  const customer = await apis.addCustomer("Ama", as);
  const sale = idOf(await apis.sell([[product, 1]], {}, { as }));
  const session = await anotherSession(apis, as);
  const staff = await somebodyInvited(apis, as);
  const till = await aTill(apis, as);
  const tenant = tenantOf(apis, as);
  // It is about the product, and resolving it books nothing while the stock is above 0.
  const issue = issueStream(tenant, "below-zero", product);
  const { ownerEmail } = apis;
  return { product, picture, customer, sale, session, staff, till, issue, tenant, ownerEmail };
}

const Kept = z.object({ data: KeptPicture });

/** Another one for each tenant. */
async function aPicture(apis: Apis, as: Identity): Promise<string> {
  const body = { picture: somePicture(randomUUID()).toString("base64") };
  const answer = await apis.ask("POST", "/api/v1/pictures", { as, body });
  return Kept.parse(answer.body).data.sha256;
}

/** Of the same person, on another device. */
async function anotherSession(apis: Apis, as: Identity): Promise<string> {
  const sid = randomUUID();
  await apis.query(
    `insert into auth.sessions (tenant_id, sid, user_id, aud, created_ms, last_used_ms, expires_ms)
     select tenant_id, $2, user_id, aud, created_ms, last_used_ms, expires_ms
       from auth.sessions where sid = $1`,
    [claimsOf(apis.tokenOf(as))["sid"], sid],
  );
  return sid;
}

const tenantOf = ({ tenantId, foreignTenantId }: Apis, as: Identity): TenantId =>
  as === "foreign owner" ? foreignTenantId : tenantId;

/** Written to the tables: through the route, the plan's limit would soon be reached. */
async function somebodyInvited(apis: Apis, as: Identity): Promise<string> {
  const [tenantId, userId] = [tenantOf(apis, as), UserId.parse(randomUUID())];
  await apis.query(
    `insert into auth.invitations (tenant_id, user_id, email, role, invited_ms, sent_ms)
     values ($1, $2::uuid, $2::uuid || '@staff.example', 'cashier', 1, 1)`,
    [tenantId, userId],
  );
  await apis.query(
    `insert into es.stream_heads (tenant_id, stream_id, stream_type, version, state)
     values ($1, $2, 'member', 1, '{"status":"invited","role":"cashier"}')`,
    [tenantId, memberStream(userId)],
  );
  return userId;
}

const Enrolled = z.object({ data: EnrolledTill });

/**
 * The first till that was not removed, because a tenant has only so many. Its number is one that the
 * other tenant has not.
 */
async function aTill(apis: Apis, as: Identity): Promise<string> {
  const [known] = await apis.query<{ till: string }>(
    `select h.state ->> 'till' as till from es.stream_heads h
      where h.tenant_id = $1 and h.stream_type = 'till' and h.state ->> 'revoked' = 'false'
      order by (h.state ->> 'till')::int limit 1`,
    [tenantOf(apis, as)],
  );
  if (known) return known.till;
  const number = as === "foreign owner" ? 2 : 41;
  const body = { name: "Front counter", public_key: newPublicKey(), number };
  const answer = await apis.ask("POST", "/api/v1/tills", { as, body });
  return String(Enrolled.parse(answer.body).data.till);
}
