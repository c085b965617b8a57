import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";
import { connectionAs, TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";

import { type AuditRun, runAudit } from "./audit-run.ts";

const URLS = {
  dashboard: "/api/dashboard.php",
  products: "/api/products.php",
  sales: "/api/sales.php",
};
const SCREENS = ["dashboard", "products", "sales"] as const;

let apis: Apis;
let env: Record<string, string>;
/** Behind the sale, before the product's other name and the void. */
let sold: number;
let head: number;

const Seq = z.array(z.object({ seq: z.int() }));

async function headNow(): Promise<number> {
  const rows = await apis.query(
    "select seq::int as seq from es.tenant_heads where tenant_id = $1",
    [apis.tenantId],
  );
  return Seq.parse(rows)[0]?.seq ?? 0;
}

beforeAll(async () => {
  apis = await openApis();
  env = {
    DATABASE_URL: connectionAs("auditor_ro", apis.adminUrl).url,
    DB_PASSWORD_AUDITOR_RO: TEST_PASSWORDS.auditor_ro,
  };
  const command = async (url: string, body: object, more: object = {}): Promise<string> =>
    idOf(await apis.askOf.command("POST", url, { body, ...more }));
  const add = async (more: object = {}) => {
    const product = await command(
      "/api/products.php",
      { name: "Milo", price: 4.5, stock: 9 },
      more,
    );
    const items = [{ product_id: product, quantity: 2, unit_price: 4.5 }];
    return [product, await command("/api/sales.php", { payment_method: "cash", items }, more)];
  };
  const [product, sale] = await add();
  await add({ as: "foreign owner" });
  sold = await headNow();
  const body = { id: product, name: "Milo now" };
  await apis.askOf.command("PUT", "/api/products.php", { body });
  await apis.askOf.command("DELETE", `/api/sales.php?id=${sale}`);
  head = await headNow();
});
afterAll(() => apis.close());

const asOf = (...args: readonly string[]): Promise<AuditRun> =>
  runAudit(["as-of", ...args, "--tenant", apis.tenantId], env);

const Answer = z.object({ data: z.union([z.array(z.unknown()), z.looseObject({})]) });

const answered = async (screen: keyof typeof URLS, moment: string | number) => {
  const url = `${URLS[screen]}?as_of=${encodeURIComponent(moment)}`;
  const { data } = Answer.parse((await apis.askOf.query("GET", url)).body);
  return Array.isArray(data) ? data : [data];
};

async function told(screen: string, moment: string | number) {
  const { code, out, err } = await asOf(String(moment), screen, "--json");
  expect([code, err]).toEqual([0, ""]);
  const [first, ...data] = out
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  return { first, data };
}

test.each(SCREENS)("%s: what the screen's own question answers, at every event", async (screen) => {
  for (let seq = 1; seq <= head; seq += 1) {
    const { first, data } = await told(screen, seq);
    expect(first).toMatchObject({ tenantId: apis.tenantId, screen, seq });
    expect([seq, data]).toEqual([seq, await answered(screen, seq)]);
  }
});

test("by a time too, and nothing was there before everything", async () => {
  const now = new Date(apis.clock()).toISOString();
  expect((await told("products", now)).data).toEqual(await answered("products", head));
  const { first, data } = await told("sales", "2001-01-01T00:00:00Z");
  expect([first, data]).toEqual([expect.objectContaining({ seq: 0 }), []]);
});

test("for people: the sale that was voided since, the name and the takings of then", async () => {
  const [board, products, sales] = await Promise.all(
    SCREENS.map((screen) => asOf(String(sold), screen)),
  );
  expect(board?.out).toMatch(/^dashboard of .* after event \d+, .*:\ntotal sales {2}9\.00 GHS\n/);
  expect(products?.out).toMatch(/ {2}Milo {2}4\.50 {2}stock 7\n$/);
  expect(sales?.out).toMatch(/ {2}9\.00 GHS {2}cash\n$/);
  expect((await asOf(String(head), "sales")).out.trim().split("\n")).toHaveLength(1);
});

test("a moment or screen that cannot be shown is refused with the reason", async () => {
  const refused = async (...args: readonly string[]) => {
    const { code, out, err } = await runAudit(["as-of", ...args], env);
    expect([code, out]).toEqual([2, ""]);
    return err;
  };
  const of = ["--tenant", apis.tenantId];
  expect(await refused("1", "sales")).toContain("choose a tenant with --tenant: ");
  expect(await refused("soon", "sales", ...of)).toContain("a moment is");
  expect(await refused("1", "staff", ...of)).toContain("usage: npm run audit -- as-of");
  expect(await refused("1", ...of)).toContain("usage: npm run audit -- as-of");
  expect(await refused(String(head + 1), "sales", ...of)).toContain("is in the future");
  const unknownTenant = ["--tenant", "018f0000-0000-7000-8000-00000000ffff"];
  expect(await refused("1", "sales", ...unknownTenant)).toContain("there is no log of");
});

test("an event that is missing is no moment", async () => {
  const gone = "update es.tenant_heads set seq = seq + 1 where tenant_id = $1";
  await apis.query(gone, [apis.tenantId]);
  const { code, out, err } = await asOf(String(head + 1), "sales");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`event ${head + 1} is missing: see verify`);
});
