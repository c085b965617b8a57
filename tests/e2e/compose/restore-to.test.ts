import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { openTill, type Till } from "#tests/kit/product/till.ts";

import { type Composed, composed } from "./composed.ts";

const RESTORE = "standalone/operator/archive/restore-to.sh";
const WithId = z.object({ data: z.object({ id: z.string() }) });
const Sales = z.object({ data: z.array(z.object({ id: z.string() })) });

let product: Composed;
let till: Till;
let productId = "";

beforeAll(async () => {
  product = await composed("tillbook-restore-test");
  await up();
  till = await openTill(product.url, "Ama's shop");
  productId = await till.addProduct("Milo 400g", 1_000);
});

afterAll(() => product.remove());

const PROFILES = ["--profile", "archive", "--profile", "backup"];
const up = (): Promise<string> =>
  product.compose(...PROFILES, "up", "--build", "--wait", "--quiet-pull");

async function sell(count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    ids.push(WithId.parse((await till.sell([{ productId, quantity: 1 }])).body).data.id);
  }
  return ids;
}

/** The sale ids that a till would get. */
const soldIds = async (): Promise<readonly string[]> =>
  Sales.parse((await till.ask("GET", "/api/sales.php")).body).data.map(({ id }) => id);

/** The moment, the head of the shop's log, and the sum of its sales. */
async function standing(): Promise<Readonly<{ moment: string; log: string; shown: string }>> {
  const of = `tenant_id = '${till.tenantId}'`;
  const log = `select seq || ' ' || encode(chain, 'hex') from es.tenant_heads where ${of}`;
  const shown = `select orders || ' ' || total_minor from rm.rm_daily_totals where ${of}`;
  return {
    moment: await product.sql("select clock_timestamp()"),
    log: await product.sql(log),
    shown: await product.sql(shown),
  };
}

const untilShown = (sums: string): Promise<void> =>
  expect.poll(async () => (await standing()).shown, { timeout: 30_000 }).toBe(sums);

const whole = ({ log, shown }: Awaited<ReturnType<typeof standing>>) => ({ log, shown });

test("the backup profile takes a sealed backup", async () => {
  const taken = () => product.compose("exec", "-T", "backup", "ls", "/var/lib/tillbook/backups");
  await expect.poll(taken, { timeout: 60_000 }).toContain(".backup");
});

test("a shop is restored to a moment: with earlier sales, without later ones, and without erased people", async () => {
  const added = await till.ask("POST", "/api/customers.php", {
    body: { first_name: "Yaw", last_name: "Later", phone: "024 555 0000" },
  });
  const customerId = WithId.parse(added.body).data.id;
  const before = await sell(5);
  await untilShown("5 2250");
  const then = await standing();

  await sell(3);
  const erased = await till.ask("POST", `/api/v1/customers/${customerId}/erase`, { body: {} });
  expect(erased.status).toBe(200);
  await product.sql(`delete from es.events where tenant_id = '${till.tenantId}' and seq % 2 = 0`);

  expect(await product.script(RESTORE, then.moment)).toContain("The log holds");
  expect(whole(await standing())).toEqual(whole(then));
  await up();
  expect((await soldIds()).toSorted()).toEqual(before.toSorted());
  const named = `first_name is not null from rm.rm_customers where customer_id = '${customerId}'`;
  expect(await product.sql(`select ${named}`)).toBe("f");
  const keys = `from es.subject_keys where subject_id = '${customerId}'`;
  expect(await product.sql(`select count(*) ${keys}`)).toBe("0");
});

test("and sells on, and comes back to a moment of that", async () => {
  await sell(2);
  await untilShown("7 3150");
  const then = await standing();
  await sell(1);
  expect(await product.script(RESTORE, then.moment)).toContain("The log holds");
  expect(whole(await standing())).toEqual(whole(then));
  await up();
  await sell(1);
  await untilShown("8 3600");
});
