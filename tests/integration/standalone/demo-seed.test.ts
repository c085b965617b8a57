import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import type { SuperAdmin } from "#command-api/super-admin/super-admin.ts";
import { DEMO_SHOPS } from "#standalone/demo/catalogue.ts";
import { demoOf, seedDemo } from "#standalone/demo/demo-shops.ts";
import { greetedAdmin } from "#standalone/demo/greeted-admin.ts";
import { readDemo } from "#standalone/demo/sign-ins.ts";
import {
  FIRST_ADMIN,
  openTwoTenants,
  type TwoTenants,
} from "#tests/integration/command-api/routes/two-tenants.ts";

let shops: TwoTenants;
let folder: string;
beforeAll(async () => {
  shops = await openTwoTenants();
  folder = await mkdtemp(join(tmpdir(), "tillbook-seed-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await shops.close();
});

const parts = () => {
  const { app: commandApi, store, sealer } = shops.service;
  return { commandApi, store, sealer };
};

/** Of the demo shops only; that an owner signed in again is no part of what is sold. */
const seeded = () =>
  shops.query<{ shop: string; type: string; n: number; seq: string }>(
    `select t.data->>'name' as shop, e.type, count(*)::int as n, max(e.seq) as seq
       from es.events t join es.events e using (tenant_id)
      where t.type = 'TenantRegistered' and t.seq = 1
        and t.data->>'name' = any ($1) and e.type <> 'SignedIn'
      group by 1, 2 order by 1, 2`,
    [DEMO_SHOPS.map(({ businessName }) => businessName)],
  );

test("a seeded shop has on its shelves exactly what the catalogue says, and a second seeding adds nothing", async () => {
  const demo = await demoOf(folder, Date.now());
  await seedDemo(folder, demo, parts());
  expect(await readDemo(folder)).toEqual({ ...demo, isSeeded: true });

  const stock = await shops.query(
    `select t.data->>'name' as shop, h.state->>'name' as name, h.state->>'category' as category,
            h.on_hand as left
       from es.events t join es.stream_heads h using (tenant_id)
      where t.type = 'TenantRegistered' and t.seq = 1 and h.stream_type = 'product'`,
  );
  const catalogue = DEMO_SHOPS.flatMap(({ businessName, products }) =>
    products.map(({ name, category, left }) => ({ shop: businessName, name, category, left })),
  );
  expect(stock).toHaveLength(catalogue.length);
  expect(stock).toEqual(expect.arrayContaining(catalogue));

  const before = await seeded();
  expect(before.find(({ type }) => type === "SaleRecorded")?.n).toBeGreaterThan(500);
  // As a start does that was cut short before it could note that it was done.
  await seedDemo(folder, demo, parts());
  expect(await seeded()).toEqual(before);

  const all = await shops.query("select count(*) from es.events");
  await seedDemo(folder, { ...demo, isSeeded: true }, parts());
  expect(await shops.query("select count(*) from es.events")).toEqual(all);
});

test("a shop is seeded although a busy machine does not answer in time at first", async () => {
  const { commandApi, store, sealer } = parts();
  const other = await mkdtemp(join(folder, "slow-"));
  const demo = await demoOf(other, Date.now());
  let late = 0;
  const slow: EventStore = {
    ...store,
    load: (request) => {
      late += 1;
      if (late % 100 !== 1) return store.load(request);
      return Promise.reject(new Error("timeout exceeded when trying to connect"));
    },
  };
  // The owners are registered; their passwords are of the first seeding.
  const known = { ...demo, owners: (await readDemo(folder))?.owners ?? {} };
  await seedDemo(other, known, { commandApi, store: slow, sealer });
  expect(late).toBeGreaterThan(100);
  expect((await readDemo(other))?.isSeeded).toBe(true);
});

test("the greeting names a super admin who can sign in, or says why none", async () => {
  const { accounts } = shops.service;
  const [ofDemo, late] = ["admin", "late"].map((name) => ({
    email: `${name}@shops.example`,
    password: "another secret",
  }));
  if (!ofDemo || !late) throw new Error("no super admins");
  const shown = (ofSettings: SuperAdmin | undefined, demo = ofDemo) =>
    greetedAdmin(accounts, { ofSettings, ofDemo: demo });
  const ofTheSettings = { signIn: { ...FIRST_ADMIN, password: "(SUPER_ADMIN_PASSWORD)" } };

  expect(await shown(FIRST_ADMIN)).toEqual(ofTheSettings);
  expect(await shown(undefined, FIRST_ADMIN)).toEqual({ signIn: FIRST_ADMIN });
  const note = expect.stringContaining("SUPER_ADMIN_EMAIL was not used");
  expect(await shown(late, FIRST_ADMIN)).toEqual({ signIn: FIRST_ADMIN, note });
  expect(await shown(late)).toEqual({ note });
  expect(await shown(undefined)).toEqual({ note: expect.stringContaining("not made by the demo") });
  const wrong = { ...FIRST_ADMIN, password: "changed since" };
  expect(await shown(wrong)).toEqual({ note });
});
