import { get, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { afterAll, beforeAll, expect } from "vitest";

import { CommandId } from "#kernel/contract/ids.ts";
import { claimsOf } from "#tests/integration/command-api/account-store/forge.ts";
import {
  openTenancy,
  type TenantOwner,
  PASSWORD,
  type TenancySuite,
  tokenOf,
} from "#tests/integration/tenancy/tenancy.ts";
import { row } from "#tests/scorecard/row.ts";

let suite: TenancySuite;
let port = 0;

beforeAll(async () => {
  suite = await openTenancy();
  port = Number(new URL(await suite.apps.query.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => suite.close());

type Ending = (owner: TenantOwner, token: string) => Promise<unknown>;

const resetLink = async ({ tenantId, email }: TenantOwner): Promise<string> => {
  await suite.call("POST", "/api/v1/auth/forgot-password", { body: { email } });
  const [link] = await suite.query<{ command_id: string }>(
    "select command_id from auth.link_tokens where tenant_id = $1 and kind = 'password-reset'",
    [tenantId],
  );
  const commandId = CommandId.parse(link?.command_id);
  return suite.mailLinks.tokenFor("password-reset", tenantId, commandId);
};

/** Each way to end the session of `token`. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  "sign-out": (_, token) => suite.call("POST", "/api/v1/logout", { token }),
  "password change": ({ token }) =>
    suite.call("PUT", "/api/v1/account/password", {
      token,
      body: { current_password: PASSWORD, new_password: "another horse" },
    }),
  "password reset": async (owner) =>
    suite.call("POST", "/api/v1/auth/reset-password", {
      body: { token: await resetLink(owner), password: "another horse" },
    }),
  "sign-out of all other sessions": ({ token }) =>
    suite.call("DELETE", "/api/v1/sessions", { token, body: { password: PASSWORD } }),
  "disabled user": ({ ownerId }) =>
    suite.query("update auth.users set disabled_ms = 1 where user_id = $1", [ownerId]),
  "suspended tenant": ({ tenantId }) =>
    suite.call("PUT", `/api/super-admin.php/${tenantId}`, {
      token: suite.tokenOf("super_admin"),
      body: { status: "suspended" },
    }),
};

/** A database that forgets that this session was ended. */
async function neverEnds(token: string): Promise<void> {
  await suite.query(
    `create function auth.forget_end() returns trigger language plpgsql
       as $$ begin new.ended_ms := null; return new; end $$;
     create trigger forgets before update on auth.sessions for each row
       when (new.sid = '${String(claimsOf(token)["sid"])}') execute function auth.forget_end()`,
  );
}

const POLL_MS = 50;
const POLLED_MS = 2_500;
const REMEMBERED_MS = 1_000;
const CUT_MS = 5_000;

type Answered = Readonly<{ atMs: number; isWrite: boolean; status: number }>;

/** Reads, live updates and writes, 20 times a second, until the time is over. */
async function poll(token: string, untilMs: number): Promise<Answered[]> {
  const asks = [
    () => suite.call("GET", "/api/products.php", { token }),
    () => suite.call("GET", "/api/v1/live", { token }),
    // A session that holds is answered 400, for the empty body.
    () => suite.call("POST", "/api/products.php", { token, body: {} }),
  ];
  const answers: Promise<Answered>[] = [];
  while (performance.now() < untilMs) {
    const atMs = performance.now();
    for (const [index, ask] of asks.entries()) {
      answers.push(ask().then(({ status }) => ({ atMs, isWrite: index === 2, status })));
    }
    await delay(POLL_MS);
  }
  return Promise.all(answers);
}

/** Resolves when the stream is cut, with the time; undefined if it is still open then. */
async function openStream(token: string, closedBy: Promise<unknown>) {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  get({ port, host: "127.0.0.1", path: "/api/v1/live", headers, agent: false }, resolve);
  const response = await promise;
  expect(response.statusCode).toBe(200);
  const cut = Promise.withResolvers<number>();
  response.on("error", () => undefined).on("close", () => cut.resolve(performance.now()));
  response.resume();
  return Promise.race([cut.promise, closedBy]).then((atMs) => {
    response.destroy();
    return typeof atMs === "number" ? atMs : undefined;
  });
}

/** What a session still reached after it was ended. */
async function afterEnd(end: Ending, forgets = false) {
  const owner = await suite.registerTenant();
  const token = tokenOf(await suite.signIn(owner.email));
  if (forgets) await neverEnds(token);
  const over = Promise.withResolvers<undefined>();
  const { promise: streaming, resolve: stream } = Promise.withResolvers<number | undefined>();
  void openStream(token, over.promise).then(stream);
  const polling = poll(token, performance.now() + REMEMBERED_MS + POLLED_MS);
  // All services have cached the session by now.
  await delay(REMEMBERED_MS / 2);
  await end(owner, token);
  const endedAt = performance.now();
  const answers = await polling;
  const timer = setTimeout(
    () => over.resolve(undefined),
    endedAt + CUT_MS + 500 - performance.now(),
  );
  const cutAt = await streaming;
  clearTimeout(timer);
  const held = answers.filter(({ status }) => status === 200 || status === 400);
  expect(held.some(({ atMs }) => atMs < endedAt)).toBe(true);
  expect(answers.filter(({ status }) => ![200, 400, 401].includes(status))).toEqual([]);
  return {
    writes: held.filter(({ isWrite, atMs }) => isWrite && atMs > endedAt).length,
    late: held.filter(({ atMs }) => atMs > endedAt + REMEMBERED_MS).length,
    cutMs: (cutAt ?? performance.now()) - endedAt,
  };
}

row(14, "an ended session reaches nothing, in any service", async ({ figure, control }) => {
  const bystander = await suite.registerTenant();
  const [signOut] = Object.values(ENDINGS);
  const forgotten = signOut && afterEnd(signOut, true);
  const ended = await Promise.all(Object.values(ENDINGS).map((end) => afterEnd(end)));
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const ways = `after ${ended.length} ways to end it`;
  figure(`writes ${ways}`, sumOf(ended.map(({ writes }) => writes)), { exactly: 0 });
  figure("successes after 1 s", sumOf(ended.map(({ late }) => late)), { exactly: 0 });
  figure("ms until the last stream is cut", Math.max(...ended.map(({ cutMs }) => cutMs)), {
    atMost: CUT_MS,
  });
  const other = await suite.call("GET", "/api/products.php", { token: bystander.token });
  expect(other.status).toBe(200);
  const { writes = 0, late = 0, cutMs = 0 } = (await forgotten) ?? {};
  control("writes where the database forgets the end", writes, { atLeast: 10 });
  control("its successes after 1 s", late, { atLeast: 10 });
  control("its ms until the stream is cut", cutMs, { atLeast: CUT_MS });
});
