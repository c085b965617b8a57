import { createHash } from "node:crypto";

import * as z from "zod/mini";

import { Issues, ISSUES_PATH } from "#kernel/contract/issues.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";
import type { Counter } from "#tests/integration/tills/counter-sales.ts";

import { PRODUCTS } from "./imagine.ts";

/** A flag that says when something arrived, and not what it is. */
const CLOCK = "clock";

const WithId = z.looseObject({ id: z.string() });
const Listed = z.array(z.object({ id: z.string(), stock: z.number() }));

type SaleRow = {
  register: number;
  receipt: number | null;
  flags: string[] | null;
  lines: { counted?: boolean }[];
};

/** Every figure that may not depend on the order of delivery, with names instead of ids. */
export async function figuresOf({ query }: Apis, counter: Counter, products: readonly string[]) {
  const nameOf = (id: string): string => PRODUCTS[products.indexOf(id)] ?? "Unknown";
  const byName = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
    rows
      .map((row) => ({ ...row, id: nameOf(row.id) }))
      .toSorted((a, b) => a.id.localeCompare(b.id));
  const sales = await query<SaleRow>(
    `select (data ->> 'register')::int as register, (data ->> 'receiptNumber')::int as receipt,
            meta -> 'flags' as flags, data -> 'lines' as lines
       from es.events where tenant_id = $1 and type = 'SaleRecorded' order by 1, 2`,
    [counter.tenantId],
  );
  const [apart] = await query<{ aside: number }>(
    `select count(*)::int as aside from es.events
      where tenant_id = $1 and type in ('EntrySetAside', 'EntriesLost')`,
    [counter.tenantId],
  );
  const issues = await issuesOf(counter);
  const fromTills = sales.filter(({ receipt }) => receipt !== null);
  const shown = Listed.parse(await counter.read("/api/products.php"));
  const ofProducts = (await counter.report("product")).map((row) => WithId.parse(row));
  return {
    /** Differs between networks: lines that were sold before a count and arrived after it. */
    counted: sales.flatMap(({ lines }) => lines.filter((line) => line.counted)).length,
    figures: {
      sales: sales.length,
      aside: apart?.aside,
      stock: await Promise.all(products.map((id) => counter.stockOf(id))),
      shownStock: byName(shown.map(({ id, stock }) => ({ id, stock }))),
      days: await counter.report("day"),
      tenders: await counter.report("payment-method"),
      products: byName(ofProducts),
      ...issues,
      flags: fromTills.map(({ register, receipt, flags }) => [
        `${register}-${receipt}`,
        ...(flags ?? []).filter((flag) => flag !== CLOCK).toSorted(),
      ]),
    },
  };
}

/** What needs attention: each conflict once. A long list is cut, so only its length is compared. */
async function issuesOf(counter: Counter) {
  const { count, issues } = Issues.parse(await counter.read(ISSUES_PATH));
  const listed = issues
    .filter(({ kind }) => kind !== CLOCK)
    .map(({ kind, sales, products }) =>
      [kind, ...[...sales, ...products].map(({ name }) => name).toSorted()].join(" "),
    )
    .toSorted();
  return { issueCount: count, issues: issues.length === count ? listed : [] };
}

export type Figures = Awaited<ReturnType<typeof figuresOf>>["figures"];

export const hashOf = (figures: Figures): string =>
  createHash("sha256").update(JSON.stringify(figures)).digest("hex");
