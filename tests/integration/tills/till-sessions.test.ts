import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import { TILL_ROUTES } from "#kernel/contract/restricted-sessions.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { claimsOf } from "#tests/integration/command-api/account-store/forge.ts";
import { OWNER_PASSWORD } from "#tests/integration/command-api/routes/two-tenants.ts";
import { newPublicKey } from "#tests/kit/builders/till-key.ts";

import { openPinShop, PIN, type PinShop } from "./pin-shop.ts";

let apis: Apis;
let shop: PinShop;
let token: string;
beforeAll(async () => {
  apis = await openApis();
  shop = await openPinShop(apis);
  // The role with every right.
  const { id } = await shop.hireWithPin("owner");
  token = await shop.unlocked(id, PIN);
});
afterAll(() => apis.close());

/** `command POST /api/v1/tills` and the status of it for a session. */
async function statusOf(route: string, session: string): Promise<number> {
  const { api, method, url } = casesOf(route);
  const answer = await apis.apps[api].inject({
    method,
    url: url.replaceAll(/:\w+/g, () => randomUUID()),
    headers: { authorization: `Bearer ${session}` },
    ...(method === "GET" ? {} : { payload: {} }),
  });
  return answer.statusCode;
}

test("PIN-08: a till session reaches what a till needs, of all routes of both services", async () => {
  const guarded = apis.routes.filter((route) => casesOf(route).row.portal !== "open");
  const reached: string[] = [];
  const others: [string, number][] = [];
  for (const route of guarded) {
    const status = await statusOf(route, token);
    const isListed = TILL_ROUTES.has(route.slice(route.indexOf(" ") + 1));
    if (isListed && status !== 401 && status !== 403) reached.push(route);
    // The last one ends the session.
    if (route === "command POST /api/v1/logout") {
      const { id } = await shop.hireWithPin("owner");
      token = await shop.unlocked(id, PIN);
    }
    if (!isListed && status !== 403) others.push([route, status]);
  }
  expect(others).toEqual([]);
  const listed = guarded.filter((route) => TILL_ROUTES.has(route.slice(route.indexOf(" ") + 1)));
  expect(reached).toEqual(listed);
  expect(listed.length).toBeGreaterThanOrEqual(4);
  expect(guarded.length).toBeGreaterThan(100);
});

test("PIN-08: the same person reaches the others with the password", async () => {
  const session = await apis.openSession("owner", { tenantId: shop.tenantId });
  expect(await statusOf("query GET /api/v1/tills", session)).toBe(200);
  expect(await statusOf("query GET /api/v1/tills", token)).toBe(403);
});

test("PIN-08: a till that an owner enrols by PIN waits for the password of one who may approve it", async () => {
  const body = { name: "Copy", public_key: newPublicKey() };
  const answer = await shop.askAs({ token }, "POST", "/api/v1/tills", body);
  expect(answer).toMatchObject({ status: 200, body: { data: { state: "waiting" } } });
});

test("PIN-08: a token of a till session does not pass for a full session, and the reverse", async () => {
  const { sid } = claimsOf(token);
  const session = await apis.openSession("owner", { tenantId: shop.tenantId });
  await apis.query(
    "update auth.sessions set purpose = 'till', till = 2 where tenant_id = $1 and sid = $2",
    [shop.tenantId, claimsOf(session)["sid"]],
  );
  expect(await statusOf("query GET /api/v1/approvals/:id", session)).toBe(401);
  await apis.query(
    "update auth.sessions set purpose = 'work', till = null where tenant_id = $1 and sid = $2",
    [shop.tenantId, sid],
  );
  await expect
    .poll(() => statusOf("query GET /api/v1/approvals/:id", token), { timeout: 3_000 })
    .toBe(401);
});

test("PIN-09: a process of an older build takes a till session for one that has ended", async () => {
  const { id } = await shop.hireWithPin("owner");
  const { sid } = claimsOf(await shop.unlocked(id, PIN));
  const rows = await apis.query<{ valid: boolean }>(
    "select valid from auth.sessions_at_once(array[$1::uuid], array[$2::uuid], $3)",
    [shop.tenantId, sid, apis.clock()],
  );
  expect(rows).toEqual([{ valid: false }]);
});

test("PIN-08: signing in with the password leaves till sessions of other people open", async () => {
  const { id } = await shop.hireWithPin("cashier");
  const other = await shop.unlocked(id, PIN);
  const { id: owner } = await shop.hire("owner");
  const answer = await apis.apps.command.inject({
    method: "POST",
    url: "/auth/login.php",
    payload: { email: `${owner}@shops.example`, password: OWNER_PASSWORD },
  });
  expect(SignInResult.parse(answer.json()).user.id).toBe(owner);
  expect(await statusOf("query GET /api/v1/approvals/:id", other)).toBe(404);
});
