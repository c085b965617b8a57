import { afterAll, beforeAll, expect, test } from "vitest";

import type { Pool, PoolClient } from "#kernel/node/postgres/connections.ts";
import { consume } from "#projector/consume.ts";
import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { fromLog } from "#projector/sources.ts";
import { emptyReadModels, readModels } from "#tests/kit/database/read-models.ts";
import { until } from "#tests/kit/product/sales-load.ts";

import { BOTH, KOFI, openTwoTenants, type TwoTenants } from "./two-tenants.ts";

let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await openTwoTenants();
});
afterAll(() => tenants.database.close());

const isLock = ([query]: readonly unknown[]): boolean =>
  typeof query === "object" &&
  query !== null &&
  "name" in query &&
  String(query.name).startsWith("lock checkpoints");

/** A projector that stops once it has read the checkpoints, until it is released. */
function heldProjector(pool: Pool) {
  const hasRead = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get: (target, name): unknown => {
        const part: unknown = Reflect.get(target, name);
        if (name !== "query" || typeof part !== "function") return part;
        return async (...query: unknown[]): Promise<unknown> => {
          const result: unknown = await Reflect.apply(part, target, query);
          if (isLock(query)) {
            hasRead.resolve();
            await released.promise;
          }
          return result;
        };
      },
    });
  const heldPool = new Proxy(pool, {
    get: (target, name): unknown =>
      name === "connect" ? async () => held(await target.connect()) : Reflect.get(target, name),
  });
  const consuming = consume(
    { ...tenants.consuming, pool: heldPool },
    { tenantIds: BOTH, projections: PROJECTIONS },
    fromLog(),
  );
  const outcome = consuming.then(
    () => "consumed",
    (error: unknown) => String(error),
  );
  return { hasRead: hasRead.promise, release: released.resolve, outcome };
}

const waitsForLock = async (): Promise<boolean> => {
  const { rows } = await tenants.database.admin.query(
    `select from pg_stat_activity
      where datname = current_database() and usename = 'projector' and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};

test("projectors that find the checkpoints of new tenants half written do not deadlock", async () => {
  const { admin, projector } = tenants.database;
  await emptyReadModels(admin);
  const seesNone = heldProjector(projector);
  await seesNone.hasRead;
  // A third projector writes those of the later tenant, which the next one sees and locks.
  await tenants.step(fromLog(), [KOFI]);
  const seesKofi = heldProjector(projector);
  await seesKofi.hasRead;

  seesNone.release();
  await Promise.race([
    seesNone.outcome,
    until("the first waits for the second", waitsForLock, 5000),
  ]);
  seesKofi.release();

  expect(await Promise.all([seesNone.outcome, seesKofi.outcome])).toEqual(["consumed", "consumed"]);
  expect(await readModels(admin)).toEqual(tenants.expected);
});
