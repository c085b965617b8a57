import { randomUUID } from "node:crypto";

import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { failure, idOf, statusAndText } from "#tests/integration/command-api/routes/ask.ts";
import { ROLES } from "#tests/integration/command-api/routes/identities.ts";
import { written } from "#tests/integration/command-api/routes/log-of.ts";

import { openTenancy, type TenantOwner, someEmail, STAFF, staffDesk, tokenOf } from "./tenancy.ts";

const suite = await openTenancy();
afterAll(() => suite.close());
let owner: TenantOwner;
beforeEach(async () => {
  owner = await suite.registerTenant();
});

const desk = staffDesk(suite, () => owner);
const { asOwner, staff, invite, person, typesOf, accept } = desk;

describe("within a second", () => {
  test("TEAM-03: a new role ends the sessions of the old one, on both services", async () => {
    const { id, email, token } = await suite.hire("manager", owner);
    expect((await suite.call("GET", "/api/sales/reports.php", { token })).status).toBe(200);
    const changed = await suite.call("PUT", `${STAFF}/${id}`, {
      ...asOwner(),
      body: { role: "cashier" },
    });
    expect(changed.status).toBe(200);
    const tookMs = await suite.untilOut(token);
    const write = await suite.call("POST", "/api/products.php", { token, body: {} });
    process.stdout.write(`role change: refused after ${tookMs} ms\n`);
    expect([write.status, tookMs < 1100]).toEqual([401, true]);
    const renewed = tokenOf(await suite.signIn(email));
    expect((await suite.call("GET", "/api/sales/reports.php", { token: renewed })).status).toBe(
      403,
    );
    expect(await typesOf(id)).toContain("StaffRoleChanged");
  });

  test("TEAM-04: a removed person is signed out and cannot sign in; invited again they are the same person", async () => {
    const { id, email, token } = await suite.hire("cashier", owner);
    expect((await suite.call("DELETE", `${STAFF}/${id}`, asOwner())).status).toBe(200);
    await suite.untilOut(token);
    expect((await suite.signIn(email)).status).toBe(401);
    expect(await person(id)).toBeUndefined();
    expect((await suite.call("DELETE", `${STAFF}/${id}`, asOwner())).status).toBe(200);
    expect(await typesOf(id)).toEqual(["StaffInvited", "StaffJoined", "SignedIn", "StaffRemoved"]);
    expect(idOf(await invite({ email, role: "auditor" }))).toBe(id);
    await accept(await suite.linkOf(owner.tenantId, id));
    expect((await suite.call("GET", "/api/products.php", { token })).status).toBe(401);
    expect((await suite.signIn(email)).body).toMatchObject({ user: { id, role: "auditor" } });
  });

  test("an auditor is signed out after the last day", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const email = someEmail();
    const id = idOf(await invite({ email, role: "auditor", ends_on: today }));
    await accept(await suite.linkOf(owner.tenantId, id));
    const token = tokenOf(await suite.signIn(email));
    expect((await suite.call("GET", "/api/products.php", { token })).status).toBe(200);
    expect(await person(id)).toMatchObject({ ends_on: today });
    const ended = await suite.query<{ end: number }>(
      `update auth.memberships set ends_ms = $2 where user_id = $1
       returning (select ends_ms from auth.memberships where user_id = $1) as end`,
      [id, Date.now()],
    );
    // Accra's timezone is UTC.
    expect(ended).toEqual([{ end: Date.parse(today) + 86_400_000 }]);
    await suite.untilOut(token);
    expect((await suite.signIn(email)).status).toBe(401);
    expect((await invite({ email: someEmail(), role: "cashier", ends_on: today })).status).toBe(
      400,
    );
    const past = { email: someEmail(), role: "auditor", ends_on: "2020-01-01" };
    expect(statusAndText(await invite(past))).toMatch(/^409 .*day-has-passed/);
  });
});

describe("at the next write", () => {
  const endings = [
    ["a new role", (id: string) => ["PUT", `${STAFF}/${id}`, { role: "cashier" }] as const],
    ["a removal", (id: string) => ["DELETE", `${STAFF}/${id}`, undefined] as const],
  ] as const;

  test.for(endings)("%s has taken the right away, on every connection", async (ending) => {
    const [, requestFor] = ending;
    const { id, token } = await suite.hire("manager", owner);
    const write = async () =>
      (await suite.call("POST", "/api/products.php", { token, body: {} })).status;
    expect(await write()).toBe(400);
    const [method, url, body] = requestFor(id);
    const running = Array.from({ length: 5 }, write);
    const ended = await suite.call(method, url, { ...asOwner(), ...(body && { body }) });
    expect(ended.status).toBe(200);
    expect(await Promise.all(Array.from({ length: 5 }, write))).toEqual([401, 401, 401, 401, 401]);
    expect((await Promise.all(running)).filter((status) => status >= 500)).toEqual([]);
  });
});

test("TEAM-05: a business keeps at least one owner and may have several", async () => {
  const id = owner.ownerId;
  const before = await written(suite);
  const demoted = await suite.call("PUT", `${STAFF}/${id}`, {
    ...asOwner(),
    body: { role: "manager" },
  });
  expect(statusAndText(demoted)).toMatch(/^409 .*last-owner/);
  expect(statusAndText(await suite.call("DELETE", `${STAFF}/${id}`, asOwner()))).toMatch(
    /^409 .*last-owner/,
  );
  expect(await written(suite)).toEqual(before);

  const second = await suite.hire("owner", owner);
  const third = await suite.hire("owner", owner);
  const both = await Promise.all([
    suite.call("DELETE", `${STAFF}/${second.id}`, { token: third.token }),
    suite.call("DELETE", `${STAFF}/${third.id}`, { token: second.token }),
    suite.call("PUT", `${STAFF}/${second.id}`, { ...asOwner(), body: { role: "cashier" } }),
  ]);
  // The second request may find the other owner removed, or be signed out itself.
  expect(both.filter(({ status }) => ![200, 401, 404].includes(status))).toEqual([]);
  expect((await suite.call("GET", STAFF, asOwner())).status).toBe(200);
});

test("people of another tenant get the same answer as an unknown id", async () => {
  const theirs = await suite.hire("cashier", await suite.registerTenant());
  const before = await written(suite);
  for (const id of [theirs.id, randomUUID(), "7"]) {
    for (const answer of [
      await suite.call("PUT", `${STAFF}/${id}`, { ...asOwner(), body: { role: "owner" } }),
      await suite.call("DELETE", `${STAFF}/${id}`, asOwner()),
      await suite.call("POST", `${STAFF}/${id}/invitation`, asOwner()),
    ]) {
      expect([answer.status, answer.body]).toEqual([
        404,
        failure("staff-not-found", "Staff member not found"),
      ]);
    }
  }
  expect(await written(suite)).toEqual(before);
  expect(statusAndText(await suite.call("GET", STAFF, asOwner()))).not.toContain(theirs.email);
  expect((await suite.call("GET", "/api/products.php", theirs)).status).toBe(200);
});

test.for(ROLES.filter((role) => role !== "owner"))(
  "TEAM-07: the %s cannot manage staff",
  async (as) => {
    const { token } = await suite.hire(as, owner);
    const answers = [
      await suite.call("GET", STAFF, { token }),
      await suite.call("POST", STAFF, { token, body: { email: someEmail(), role: "owner" } }),
      await suite.call("PUT", `${STAFF}/${randomUUID()}`, { token, body: { role: "owner" } }),
      await suite.call("DELETE", `${STAFF}/${randomUUID()}`, { token }),
      await suite.call("POST", `${STAFF}/${randomUUID()}/invitation`, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  },
);

test("TEAM-06: the plan limits the number of users; removing one makes room", async () => {
  const add = () => invite({ email: someEmail(), role: "cashier" });
  for (let count = 1; count < 10; count++) expect((await add()).status).toBe(200);
  const full = await add();
  expect([full.status, full.body]).toEqual([
    409,
    failure("plan-limit-reached", "Your plan does not allow more users. Upgrade to add more."),
  ]);
  const sendAway = async (count: number) => {
    const waiting = (await staff()).filter(({ status }) => status === "invited");
    for (const { id } of waiting.slice(0, count)) {
      await suite.call("DELETE", `${STAFF}/${String(id)}`, asOwner());
    }
  };
  await sendAway(1);
  const both = await Promise.all([add(), add()]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));

  await suite.query(
    `update es.stream_heads set state = (state::jsonb || '{"trialUntil":"2020-01-01"}')::json
      where tenant_id = $1 and stream_id = $1`,
    [owner.tenantId],
  );
  await sendAway(9);
  expect((await add()).status).toBe(409);
  process.stdout.write(
    "10 users in the trial, 1 on the basic plan; the 11th and the 2nd refused\n",
  );
});
