import { randomUUID } from "node:crypto";

import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

import { createAsk, statusAndText } from "#tests/integration/command-api/routes/ask.ts";
import {
  openTenancy,
  type TenantOwner,
  PASSWORD,
  someEmail,
  tokenOf,
} from "#tests/integration/tenancy/tenancy.ts";
import { authenticatorCode } from "#tests/kit/fakes/authenticator.ts";

import {
  codesOf,
  type KeyedCommand,
  type KeyedCase,
  NEXT,
  OWN,
  setupOf,
} from "./keyed-commands.ts";
import { OF_OTHERS } from "./keyed-team-commands.ts";

const suite = await openTenancy();
const twin = await suite.openTwin();
afterAll(async () => {
  await twin.close();
  await suite.close();
});
let owner: TenantOwner;
beforeEach(async () => {
  owner = await suite.registerTenant();
});

const services = [
  createAsk(suite.apps.command, new Map()).ask,
  createAsk(twin.app, new Map()).ask,
] as const;
type Ask = (typeof services)[number];

const send = (ask: Ask, { method, url, token, body }: KeyedCommand, key: string) =>
  ask(method, url, {
    as: "anonymous",
    ...(body && { body }),
    headers: {
      "idempotency-key": key,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });

const typesUnder = async (key: string): Promise<string[]> => {
  const rows = await suite.query<{ type: string }>(
    "select type from es.events where command_id = $1 order by type, tenant_id",
    [key],
  );
  return rows.map(({ type }) => type);
};

const SHOWN_ONCE = /^409 .*"code":"shown-once"/;
const KEY_REUSED = /^422 .*"code":"key-reused"/;

const CASES: readonly KeyedCase[] = [...OWN, ...OF_OTHERS];

describe.each(CASES)("$name", ({ prepare, events, isShownOnce }) => {
  test("with one key, on two services at once and again later, happens once", async () => {
    const keyed = await prepare(suite, owner);
    const key = randomUUID();
    const atOnce = await Promise.all(services.map((ask) => send(ask, keyed, key)));
    const later = [await send(services[1], keyed, key), await send(services[0], keyed, key)];
    const answers = [...atOnce, ...later].map(statusAndText);
    const first = answers.find((answer) => answer.startsWith("200 ")) ?? "";
    expect(first).toMatch(/^200 /);
    const repeated = isShownOnce ? "shown once" : first;
    const others = answers.toSpliced(answers.indexOf(first), 1);
    expect(others.map((answer) => (SHOWN_ONCE.test(answer) ? "shown once" : answer))).toEqual([
      repeated,
      repeated,
      repeated,
    ]);
    expect(await typesUnder(key)).toEqual(events.toSorted());
  });
});

/** These requests look alike: their body holds at most a password. */
const OF_ONE_FORM = new Set([
  "requesting a reset link",
  "ending the other sessions",
  "starting an authenticator",
  "reissuing recovery codes",
  "stopping an authenticator",
  "requesting the deletion of the tenant",
  "cancelling the deletion",
  "resending an invitation",
]);

describe.each(CASES.filter(({ name }) => !OF_ONE_FORM.has(name)))(
  "$name",
  ({ prepare, events }) => {
    test("with another request under its key is 422, and changes nothing", async () => {
      const keyed = await prepare(suite, owner);
      const key = randomUUID();
      expect((await send(services[0], keyed, key)).status).toBe(200);
      expect(keyed.other).toBeDefined();
      for (const ask of services) {
        expect(statusAndText(await send(ask, { ...keyed, ...keyed.other }, key))).toMatch(
          KEY_REUSED,
        );
      }
      expect(await typesUnder(key)).toEqual(events.toSorted());
    });
  },
);

describe("a command key", () => {
  test("another person's key is 422, and sends no reset link", async () => {
    const other = await suite.registerTenant();
    const key = randomUUID();
    const ask = (email: string) =>
      send(
        services[0],
        { method: "POST", url: "/api/v1/auth/forgot-password", body: { email } },
        key,
      );
    const answers = [await ask(owner.email), await ask(other.email), await ask("no@body.example")];
    expect(new Set(answers.map(statusAndText)).size).toBe(1);
    const colleague = await suite.hire("manager", owner);
    const end = (token: string) =>
      send(
        services[0],
        { method: "DELETE", url: "/api/v1/sessions", token, body: { password: PASSWORD } },
        keyOfEnding,
      );
    const keyOfEnding = randomUUID();
    expect((await end(owner.token)).status).toBe(200);
    expect(statusAndText(await end(colleague.token))).toMatch(KEY_REUSED);
  });

  test("does not replace the password: a wrong one is still refused", async () => {
    const key = randomUUID();
    const url = "/api/v1/account-deletion";
    const ask = (password: string) =>
      send(services[0], { method: "POST", url, token: owner.token, body: { password } }, key);
    expect((await ask(PASSWORD)).status).toBe(200);
    expect(statusAndText(await ask("not it"))).toMatch(/^403 .*"code":"wrong-password"/);
  });

  test("repeated sign-outs with one key are answered as signed out", async () => {
    const key = randomUUID();
    const out = () =>
      send(services[0], { method: "POST", url: "/api/v1/logout", token: owner.token }, key);
    expect((await out()).status).toBe(200);
    await vi.waitFor(async () => expect((await out()).status).toBe(401), { timeout: 5000 });
    expect(await typesUnder(key)).toEqual(["SessionsEnded"]);
  });

  test("another request's key ends no session: 422", async () => {
    const key = randomUUID();
    const { token, tenantId } = owner;
    const url = "/api/v1/settings/profile";
    const renaming = { method: "PUT", url, token, body: { first_name: "Esi" } } as const;
    expect((await send(services[0], renaming, key)).status).toBe(200);
    const out = { method: "POST", url: "/api/v1/logout", token } as const;
    expect(statusAndText(await send(services[0], out, key))).toMatch(KEY_REUSED);
    const support = await suite.support(await suite.adminToken(), tenantId);
    expect(statusAndText(await send(services[0], { ...out, token: support }, key))).toMatch(
      KEY_REUSED,
    );
    const ended = "select 1 from auth.sessions where tenant_id = $1 and ended_ms is not null";
    expect(await suite.query(ended, [tenantId])).toEqual([]);
  });

  test("used by two concurrent registrations opens one business and refuses the other", async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      services.map((ask) => {
        const name = { business_name: "Twins", first_name: "A", last_name: "B" };
        const body = { ...name, email: someEmail(), password: PASSWORD };
        return send(ask, { method: "POST", url: "/auth/register.php", body }, key);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
  });

  test("of ending support sessions ends only those that were open the first time", async () => {
    const admin = await suite.adminToken();
    const key = randomUUID();
    const leave = () =>
      send(
        services[0],
        { method: "DELETE", url: "/api/v1/platform/support-sessions", token: admin },
        key,
      );
    const first = await suite.support(admin, owner.tenantId);
    expect((await leave()).status).toBe(200);
    await suite.untilOut(first);
    const second = await suite.support(admin, owner.tenantId);
    expect((await leave()).status).toBe(200);
    expect((await suite.call("GET", "/api/products.php", { token: second })).status).toBe(200);
  });
});

describe("a secret shown once", () => {
  test("works, and is stored nowhere in plain text", async () => {
    const { token, email } = owner;
    const call = async (url: string, body: object) =>
      send(services[0], { method: "POST", url, token, body }, randomUUID());
    const { secret } = setupOf(await call("/api/v1/account/totp", { password: PASSWORD }));
    const code = () => authenticatorCode(secret, suite.clock());
    const codes = codesOf(await call("/api/v1/account/totp/confirm", { code: code() }));
    const secrets = [secret, ...codes, ...codes.map((text) => text.replaceAll("-", "")), PASSWORD];
    expect(await tablesWith([...secrets, NEXT])).toEqual([]);
    const body = { email, password: PASSWORD, totp: codes[0] ?? "" };
    const answer = await suite.call("POST", "/auth/login.php", { body });
    expect(tokenOf(answer)).toMatch(/^ey/);
  });
});

/** Tables of accounts and of the log that contain one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await suite.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('auth', 'es', 'audit') and c.relkind = 'r'`,
    [],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await suite.query<{ n: number }>(
      `select count(*)::int as n from ${name} t
        where exists (select from unnest($1::text[]) s where strpos(t::text, s) > 0)`,
      [texts],
    );
    if (row?.n !== 0) found.push(name);
  }
  expect(tables.length).toBeGreaterThan(10);
  return found;
}
