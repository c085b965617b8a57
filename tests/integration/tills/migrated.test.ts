import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";

import { openTenant } from "./tills.ts";

const MIGRATION = join(import.meta.dirname, "../../../projector/migrations/0160_tills.sql");

let apis: Apis;
beforeAll(async () => {
  apis = await openApis();
});
afterAll(() => apis.close());

test("after an update no log is read again for its tills, and new ones are listed", async () => {
  const shop = await openTenant(apis);
  // The projector waits, as it does not run during a real update.
  await apis.query(`begin; lock table rm.checkpoints;
                    drop table rm.rm_tills; delete from rm.checkpoints where projection = 'tills';
                    ${readFileSync(MIGRATION, "utf8")}; commit`);
  const [checkpoint] = await apis.query<{ seq: number; head: number }>(
    `select c.seq, h.seq as head from es.tenant_heads h
       left join rm.checkpoints c on c.tenant_id = h.tenant_id and c.projection = 'tills'
      where h.tenant_id = $1`,
    [shop.tenantId],
  );
  expect(checkpoint?.head).toBeGreaterThan(0);
  expect(checkpoint?.seq).toBe(checkpoint?.head);
  await shop.enrolled("owner");
  expect(await shop.list()).toMatchObject([{ till: 2, state: "active" }]);
});
