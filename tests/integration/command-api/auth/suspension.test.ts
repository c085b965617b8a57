import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";

import { registered, ROOT, setStatus, signedIn } from "./accounts.ts";
import { openAuthSuite } from "./auth-api.ts";

let suite: Awaited<ReturnType<typeof openAuthSuite>>;

beforeAll(async () => {
  suite = await openAuthSuite();
});
afterAll(() => suite.close());

describe("a suspended shop", () => {
  test("is out within a second, for its people alone, and its old tokens stay dead", async () => {
    const [shop, neighbour] = [await registered(suite.api), await registered(suite.api)];
    expect((await suite.api.who(shop.token)).statusCode).toBe(200);
    await setStatus(suite.api, shop.tenant.id, "suspended", "unpaid");
    suite.api.time.nowMs += 1000;
    expect((await suite.api.who(shop.token)).statusCode).toBe(401);
    expect((await suite.api.who(neighbour.token)).statusCode).toBe(200);
    await setStatus(suite.api, shop.tenant.id, "active");
    suite.api.time.nowMs += 1000;
    expect((await suite.api.who(shop.token)).statusCode).toBe(401);
    const again = await suite.api.post("/auth/login.php", shop);
    expect((await suite.api.who(signedIn(again).token)).statusCode).toBe(200);
  });

  test("stands in its own log and in the platform's, with the reason and who did it", async () => {
    const shop = await registered(suite.api);
    await setStatus(suite.api, shop.tenant.id, "suspended", "unpaid");
    expect(await setStatus(suite.api, shop.tenant.id, "suspended", "again")).toBeUndefined();
    expect(
      await suite.database.rows(
        `select tenant_id, actor_id, data->>'from', data->>'to', data->>'reason', stream_version
           from es.events where type = 'TenantStatusChanged' and stream_id = $1 order by tenant_id desc`,
        [shop.tenant.id],
      ),
    ).toEqual([
      [shop.tenant.id, ROOT, "active", "suspended", "unpaid", 2],
      [PLATFORM_TENANT_ID, ROOT, "active", "suspended", "unpaid", 2],
    ]);
    expect(
      await suite.database.rows("select status from es.tenant_heads where tenant_id = $1", [
        shop.tenant.id,
      ]),
    ).toEqual([[3]]);
  });

  test("that does not exist is not found", async () => {
    expect(await setStatus(suite.api, randomUUID(), "suspended")).toEqual({
      rejected: "tenant-not-found",
    });
  });

  test("lets nobody in who signed in while it was being suspended", async () => {
    for (let round = 0; round < 5; round++) {
      const shop = await registered(suite.api);
      const held = await Promise.all(
        [1, 2].map(async () => signedIn(await suite.api.post("/auth/login.php", shop)).token),
      );
      const [answers] = await Promise.all([
        Promise.all(
          Array.from({ length: 8 }, (_, n) =>
            suite.api.post("/auth/login.php", shop, { from: `192.0.2.${n}` }),
          ),
        ),
        setStatus(suite.api, shop.tenant.id, "suspended"),
        ...held.map((token) => suite.api.logOut(token)),
      ]);
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
      await setStatus(suite.api, shop.tenant.id, "active");
      suite.api.time.nowMs += 1000;
      for (const answer of answers.filter(({ statusCode }) => statusCode === 200)) {
        expect((await suite.api.who(signedIn(answer).token)).statusCode).toBe(401);
      }
    }
  });
});
