import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createSuperAdmin } from "#command-api/super-admin/super-admin.ts";
import { createHttpApp } from "#kernel/node/http/server.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";
import { requireSession } from "#kernel/node/session/require-session.ts";
import { createSessions } from "#kernel/node/session/sessions.ts";
import {
  createAccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  ADMIN,
  codeOf,
  registered,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";
import { STRANGERS, tokenAttacks } from "#tests/integration/command-api/sign-in/token-attacks.ts";
import { row } from "#tests/scorecard/row.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

const ROUTES = ["/tenant/who", "/platform/who", "/api/v1/account"];

type Sent = Readonly<{ url: string; headers: Record<string, string> }>;
type Send = (sent: Sent) => Promise<Readonly<{ statusCode: number; json: () => unknown }>>;

/** The kinds of forged token that some route accepts, and the answers of 5xx. */
async function forge(send: Send) {
  const attacks = tokenAttacks(suite.api);
  const accepted: string[] = [];
  const failed: string[] = [];
  for (const [what, make] of attacks) {
    const authorization = make(await registered(suite.api), await registered(suite.api));
    for (const url of ROUTES) {
      const answer = await send({ url, headers: authorization === "" ? {} : { authorization } });
      if (answer.statusCode >= 500) failed.push(`${what} ${url}`);
      else if (answer.statusCode !== 401) accepted.push(`${what} ${url}`);
      else expect([what, codeOf(answer)]).toEqual([what, "not-signed-in"]);
    }
  }
  return { tried: attacks.length * ROUTES.length, accepted, failed };
}

/** Services that trust the key of a stranger, and tokens signed with it. */
async function trustsStrangers() {
  const { publicKeyPem } = STRANGERS;
  const app = createHttpApp({ logger: createLogger({ service: "test", level: "silent" }) });
  const { pool, clock } = suite.api.sessions;
  const sessions = createSessions({ pool, clock, publicKeyPem });
  await app.register(requireSession, { sessions, aud: "any" });
  for (const url of ROUTES) app.get(url, (request) => request.actor);
  return app;
}

describe("forged tokens", () => {
  row(18, "no forged or mixed-up token is accepted", async ({ figure, control }) => {
    const { tried, accepted, failed } = await forge((sent) => suite.api.app.inject(sent));
    expect(tried / ROUTES.length).toBeGreaterThan(30);
    expect([...accepted, ...failed]).toEqual([]);
    figure(`accepted of ${tried} forged tokens`, accepted.length, { exactly: 0 });
    figure("answers of 5xx", failed.length, { exactly: 0 });

    const trusting = await trustsStrangers();
    const without = await forge((sent) => trusting.inject(sent));
    await trusting.close();
    control("accepted where a stranger's key is trusted", without.accepted.length, { atLeast: 3 });
  });
});

describe("session tokens", () => {
  test("every sign-in creates a new token and ends the session of the token it replaces", async () => {
    const owner = await registered(suite.api);
    const elsewhere = signedIn(await suite.api.signIn(owner.email, owner.password)).token;
    const { email, password } = owner;
    const tokens = [owner.token];
    for (let time = 0; time < 100; time++) {
      suite.api.time.nowMs += 1;
      const from = `198.51.${time}.9`;
      const token = tokens.at(-1) ?? "";
      // A failed sign-in ends no session.
      const wrong = { email, password: "wrong horse!" };
      await suite.api.post("/auth/login.php", wrong, { from, token });
      const answer = await suite.api.post("/auth/login.php", { email, password }, { from, token });
      tokens.push(signedIn(answer).token);
    }
    suite.api.time.nowMs += 1000;
    const alive = [];
    for (const token of [elsewhere, ...tokens]) {
      if ((await suite.api.who(token)).statusCode === 200) alive.push(token);
    }
    const { size } = new Set(tokens);
    process.stdout.write(`${size} tokens of 101 sign-ins; ${size - 1} of them dead\n`);
    expect(size).toBe(101);
    expect(alive).toEqual([elsewhere, tokens.at(-1)]);
  });
});

describe("an unavailable database", () => {
  test("RIGHT-07: while sessions cannot be checked the answer is 503, never 401 and never the data", async () => {
    const pool = createPool({
      url: "postgres://127.0.0.1:1/none",
      role: "query_ro",
      password: "x",
      max: 2,
    });
    const cut = await createAccountApi(suite.database, { sessionPool: pool });
    const { token } = await registered(cut);
    const asked = [
      ["GET", "/tenant/who"],
      ["GET", "/api/v1/account"],
      ["GET", "/api/v1/sessions"],
      ["POST", "/api/v1/logout"],
      ["DELETE", "/api/v1/sessions/018f0000-0000-7000-8000-000000000001"],
      ["DELETE", "/api/v1/account/totp"],
    ] as const;
    for (const [method, url] of asked) {
      const answer = await cut.call(token, method, url, { password: "correct horse" });
      expect([url, answer.statusCode, answer.headers["retry-after"]]).toEqual([url, 503, "1"]);
    }
    process.stdout.write(
      `database unavailable: ${asked.length} routes, ${asked.length} of 503 with Retry-After\n`,
    );
    await cut.app.close();
    await pool.end();
  });
});

describe("platform routes", () => {
  test("RIGHT-03: changing the role in the browser's storage grants nothing", async () => {
    const owner = await registered(suite.api);
    const answers = [
      await suite.api.who(owner.token, "/platform/who"),
      await suite.api.who(owner.token, "/platform/void"),
      await suite.api.app.inject({
        url: "/platform/who?role=super_admin&aud=platform",
        headers: {
          authorization: `Bearer ${owner.token}`,
          "x-role": "super_admin",
          cookie: "role=super_admin",
        },
      }),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, "wrong-audience"]);
    }
    process.stdout.write(`${answers.length} platform calls, all 403\n`);
  });
});

describe("the two portals", () => {
  test("AUTH-20: neither portal accepts the other's accounts, and neither reveals why", async () => {
    await createSuperAdmin(suite.api.accounts, ADMIN);
    const owner = await registered(suite.api);
    const answers = [
      await suite.api.adminSignIn(owner.email, owner.password),
      await suite.api.adminSignIn(owner.email, "wrong horse!"),
      await suite.api.adminSignIn("unknown@example.com", "wrong horse!"),
      await suite.api.signIn(ADMIN.email, ADMIN.password),
      await suite.api.signIn(ADMIN.email, "wrong horse!"),
      await suite.api.signIn("unknown@example.com", "wrong horse!"),
    ];
    const seen = answers.map((answer) => `${answer.statusCode} ${codeOf(answer)}`);
    process.stdout.write(`wrong portal: ${answers.length} attempts, all ${seen[0] ?? ""}\n`);
    expect(new Set(seen)).toEqual(new Set(["401 wrong-credentials"]));
  });
});
