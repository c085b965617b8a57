import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { openAccountSuite } from "#tests/integration/command-api/account-store/account-api.ts";
import {
  registered,
  ROOT,
  setStatus,
  signedIn,
} from "#tests/integration/command-api/account-store/accounts.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

describe("a suspended tenant", () => {
  test("loses all its sessions within a second, no other tenant does, and its old tokens stay dead", async () => {
    const [owner, neighbour] = [await registered(suite.api), await registered(suite.api)];
    expect((await suite.api.who(owner.token)).statusCode).toBe(200);
    await setStatus(suite.api, owner.tenant.id, "suspended", "unpaid");
    suite.api.time.nowMs += 1000;
    expect((await suite.api.who(owner.token)).statusCode).toBe(401);
    expect((await suite.api.who(neighbour.token)).statusCode).toBe(200);
    await setStatus(suite.api, owner.tenant.id, "active");
    suite.api.time.nowMs += 1000;
    expect((await suite.api.who(owner.token)).statusCode).toBe(401);
    const again = await suite.api.post("/auth/login.php", owner);
    expect((await suite.api.who(signedIn(again).token)).statusCode).toBe(200);
  });

  test("is recorded in its own log and the platform's, with the reason and the actor", async () => {
    const owner = await registered(suite.api);
    await setStatus(suite.api, owner.tenant.id, "suspended", "unpaid");
    expect(await setStatus(suite.api, owner.tenant.id, "suspended", "again")).toBeUndefined();
    expect(
      await suite.database.rows(
        `select tenant_id, actor_id, data->>'from', data->>'to', data->>'reason', stream_version
           from es.events where type = 'TenantStatusChanged' and stream_id = $1 order by tenant_id desc`,
        [owner.tenant.id],
      ),
    ).toEqual([
      [owner.tenant.id, ROOT, "active", "suspended", "unpaid", 2],
      [PLATFORM_TENANT_ID, ROOT, "active", "suspended", "unpaid", 2],
    ]);
    expect(
      await suite.database.rows("select status from es.tenant_heads where tenant_id = $1", [
        owner.tenant.id,
      ]),
    ).toEqual([[3]]);
  });

  test("is not found if it does not exist", async () => {
    expect(await setStatus(suite.api, randomUUID(), "suspended")).toEqual({
      rejected: "tenant-not-found",
    });
  });

  test("ends a session that is being opened at the same time", async () => {
    const owner = await registered(suite.api);
    const { rows, hold } = suite.database;
    const waiting = (count: number) =>
      vi.waitUntil(async () => {
        const seen = await rows(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return seen.length === count;
      });
    // The sign-in has written its session and waits for the log while the suspension runs.
    const release = await hold("select 1 from es.tenant_heads where tenant_id = $1 for update", [
      owner.tenant.id,
    ]);
    const signingIn = suite.api.signIn(owner.email, owner.password);
    await waiting(1);
    const suspending = setStatus(suite.api, owner.tenant.id, "suspended");
    await waiting(2);
    await release();
    const { token } = signedIn(await signingIn);
    await suspending;
    await setStatus(suite.api, owner.tenant.id, "active");
    expect((await suite.api.who(token)).statusCode).toBe(401);
  });

  test("does not deadlock with concurrent sign-ins and sign-outs", async () => {
    const owner = await registered(suite.api);
    const held = await Promise.all(
      [1, 2, 3].map(
        async () => signedIn(await suite.api.signIn(owner.email, owner.password)).token,
      ),
    );
    const [answers, left] = await Promise.all([
      Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          suite.api.signIn(owner.email, owner.password, `192.0.2.${n}`),
        ),
      ),
      Promise.all(held.map((token) => suite.api.logOut(token))),
      setStatus(suite.api, owner.tenant.id, "suspended"),
    ]);
    expect(answers.filter(({ statusCode }) => ![200, 403].includes(statusCode))).toEqual([]);
    expect(left.filter(({ statusCode }) => ![200, 401].includes(statusCode))).toEqual([]);
    await setStatus(suite.api, owner.tenant.id, "active");
    suite.api.time.nowMs += 1000;
    for (const answer of answers.filter(({ statusCode }) => statusCode === 200)) {
      expect((await suite.api.who(signedIn(answer).token)).statusCode).toBe(401);
    }
  });
});
