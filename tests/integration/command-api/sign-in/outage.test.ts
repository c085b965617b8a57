import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { createPool } from "#kernel/node/postgres/connections.ts";
import {
  createAccountApi,
  openAccountSuite,
} from "#tests/integration/command-api/account-store/account-api.ts";
import {
  ADMIN,
  registrationInput,
  codeOf,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

describe("while the database is unavailable", () => {
  const nowhere = () =>
    createPool({ url: "postgres://127.0.0.1:1/none", role: "query_ro", password: "x", max: 2 });

  test("a session check is 503 with Retry-After", async () => {
    const pool = nowhere();
    const cut = await createAccountApi(suite.database, { sessionPool: pool });
    const { token } = signedIn(await cut.post("/auth/register.php", registrationInput()));
    for (let tries = 0; tries < 3; tries++) {
      const answer = await cut.who(token);
      expect([answer.statusCode, codeOf(answer)]).toEqual([503, "unavailable"]);
      expect(answer.headers["retry-after"]).toBe("1");
    }
    expect((await cut.who("nonsense")).statusCode).toBe(401);
    await cut.app.close();
    await pool.end();
  });

  test("a cached session works for one more second, and again once the database is back", async () => {
    const pool = suite.database.poolOf("query_ro", 2);
    const cut = await createAccountApi(suite.database, { sessionPool: pool });
    const { token } = signedIn(await cut.post("/auth/register.php", registrationInput()));
    expect((await cut.who(token)).statusCode).toBe(200);
    const outage = vi.spyOn(pool, "query").mockImplementation(() => {
      throw new Error("Connection terminated unexpectedly");
    });
    expect((await cut.who(token)).statusCode).toBe(200);
    cut.time.nowMs += 1000;
    expect((await cut.who(token)).statusCode).toBe(503);
    outage.mockRestore();
    expect((await cut.who(token)).statusCode).toBe(200);
    await cut.app.close();
  });

  test("a refusal that cannot be logged is not sent", async () => {
    const pool = suite.database.poolOf("query_ro", 2);
    const cut = await createAccountApi(suite.database, { sessionPool: pool });
    const { token } = signedIn(await cut.register(registrationInput()));
    expect((await cut.who(token, "/platform/who")).statusCode).toBe(403);
    const outage = vi.spyOn(pool, "query").mockImplementation(() => {
      throw new Error("Connection terminated unexpectedly");
    });
    const answer = await cut.who(token, "/platform/who");
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "1"]);
    outage.mockRestore();
    await cut.app.close();
  });

  test("sign-in and registration are 503 and reveal nothing about the password", async () => {
    const pool = nowhere();
    const cut = await createAccountApi(suite.database, { accountPool: pool });
    const answers = [
      await cut.post("/auth/login.php", ADMIN),
      await cut.post("/auth/super-admin-login.php", ADMIN),
      await cut.post("/auth/register.php", registrationInput()),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    expect(answers.map(({ headers }) => headers["retry-after"])).toEqual(["1", "1", "1"]);
    await cut.app.close();
    await pool.end();
  });
});
