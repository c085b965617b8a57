import { expect, test } from "vitest";
import * as z from "zod/mini";

import { Activity } from "#kernel/contract/api/audit.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";

/** Moves what was recorded so far into the past: one event a day, the last of them eight days ago. */
async function spreadOverDays({ query, tenantId }: Apis): Promise<void> {
  const before = "(8 + h.seq - t.seq)";
  const earlier = (column: string) => `${column} = t.${column} - ${before} * 86400000`;
  const times = `${earlier("recorded_ms")}, ${earlier("occurred_ms")}`;
  for (const [table, changes] of [
    ["es.events", times],
    ["rm.rm_takings", `${times}, day = t.day - ${before}::int`],
  ]) {
    await query(
      `update ${table} t set ${changes} from es.tenant_heads h
        where h.tenant_id = $1 and t.tenant_id = $1`,
      [tenantId],
    );
  }
}

const DAY_MS = 86_400_000;

// The day of the sign-in is one more.
test.each([
  [8, 0, false],
  [9, 0, true],
  [0, 12, false],
  [8, 12, false],
  [9, 12, true],
])(
  "AUDIT-07, AUDIT-49: after a sign-in, %i days of sales and %i past sales that were entered later, three voids in a week are unusual: %s",
  async (days, entered, isUnusual) => {
    const apis = await openApis();
    try {
      const written = async (method: "POST" | "DELETE", url: string, body?: object) => {
        const answer = await apis.askOf.command(method, url, {
          as: "owner",
          ...(body && { body }),
        });
        expect(answer.status).toBe(200);
        return idOf(answer);
      };
      const milo = await written("POST", "/api/products.php", {
        name: "Milo",
        price: 5,
        stock: 999,
      });
      let quantity = 0;
      const sell = (past: object = {}) => {
        // Equal sales in a row could be one that was sent again.
        quantity += 1;
        const items = [{ product_id: milo, quantity, unit_price: 5 }];
        return written("POST", "/api/sales.php", { payment_method: "cash", items, ...past });
      };
      for (let day = 0; day < days; day += 1) await sell();
      await apis.askOf.query("GET", "/api/sales.php", { as: "owner" });
      await spreadOverDays(apis);
      for (let day = 0; day < entered; day += 1) {
        await sell({ occurred_at: new Date(Date.now() - (10 + day) * DAY_MS).toISOString() });
      }
      for (const id of [await sell(), await sell(), await sell()]) {
        await written("DELETE", `/api/sales.php?id=${id}`);
      }
      const { body } = await apis.askOf.query("GET", "/api/v1/audit/activity", { as: "auditor" });
      const { people } = z.object({ data: Activity }).parse(body).data;
      expect(people.map(({ voids }) => voids).filter(({ count }) => count > 0)).toMatchObject([
        { count: 3, own_mean: 0, stands_out: isUnusual },
      ]);
    } finally {
      await apis.close();
    }
  },
);

test("AUDIT-44: a sale that was entered later counts on the day it was made, a void on the day it was done", async () => {
  const apis = await openApis();
  try {
    const past = new Date(Date.now() - 2 * DAY_MS).toISOString();
    const written = async (method: "POST" | "DELETE", url: string, body?: object) => {
      const answer = await apis.askOf.command(method, url, { as: "owner", ...(body && { body }) });
      expect(answer.status).toBe(200);
      return idOf(answer);
    };
    const milo = await written("POST", "/api/products.php", { name: "Milo", price: 5, stock: 9 });
    const items = [{ product_id: milo, quantity: 1, unit_price: 5 }];
    const sale = await written("POST", "/api/sales.php", { items, occurred_at: past });
    await written("DELETE", `/api/sales.php?id=${sale}`);
    const on = async (day: string) => {
      const url = `/api/v1/audit/activity?from=${day}&to=${day}`;
      const { body } = await apis.askOf.query("GET", url, { as: "auditor" });
      const { people } = z.object({ data: Activity }).parse(body).data;
      const sum = (kind: "sales" | "voids") =>
        people.reduce((all, person) => all + person[kind].count, 0);
      return [sum("sales"), sum("voids")];
    };
    expect(await on(past.slice(0, 10))).toEqual([1, 0]);
    expect(await on(new Date().toISOString().slice(0, 10))).toEqual([0, 1]);
  } finally {
    await apis.close();
  }
});
