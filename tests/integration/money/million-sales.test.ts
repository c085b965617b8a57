import { expect, test } from "vitest";

import { priceSale } from "#command-api/sale/price-sale.ts";
import { tenderOf } from "#command-api/sale/sale.ts";
import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { dailyTotals } from "#projector/projections/sales/daily-totals.ts";
import { productId, saleId } from "#tests/kit/builders/fixed-ids.ts";
import { createRandom } from "#tests/kit/builders/random.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { twoMilo } from "#tests/kit/builders/sale-events.ts";

const SALES = 1_000_000;
const DAYS = 365;
const DAY_MS = 86_400_000;
const first = Date.parse("2026-01-01T00:00:00Z");
const MILO = productId(1);

function priceAny(upTo: (most: number) => number, index: number) {
  const priced = priceSale({
    items: Array.from({ length: 1 + upTo(2) }, () => ({
      productId: MILO,
      quantity: 1 + upTo(9),
      unit_price: upTo(99_999),
    })),
    discounts: index % 3 === 0 ? [{ percent: 1 + upTo(99_999) }] : [],
    productOf: () => ({ status: "active", name: "Milo", priceMinor: 1 }),
    taxRateBp: upTo(2500),
    taxMode: index % 2 === 0 ? "inclusive" : "exclusive",
    mayOverridePrices: true,
    discountLimitBp: 0,
    mayGiveGifts: true,
  });
  if (isRejection(priced)) throw new Error(priced.rejected);
  return priced;
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, one) => total + one, 0n);

test("lines, totals and payments of 1,000,000 sales add up, and so do days, months and the total", () => {
  const seed = Date.now();
  const random = createRandom(seed);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const example = recorded("SaleRecorded", twoMilo);
  if (example.type !== "SaleRecorded") throw new Error("no sale");
  const days = new Map<string, number>();
  const months = new Map<string, bigint>();
  let all = 0n;
  let off = 0;
  for (let index = 0; index < SALES; index++) {
    const priced = priceAny(upTo, index);
    const { lines, totalMinor, taxMinor, tax } = priced;
    const tenders = [tenderOf("cash", totalMinor)];
    const ofLines = sum(lines.map((line) => BigInt(line.totalMinor)));
    const paid = sum(tenders.map((tender) => BigInt(tender.amountMinor)));
    off += Number(ofLines !== BigInt(totalMinor)) + Number(paid !== ofLines);

    const businessDate = new Date(first + upTo(DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    const data = {
      ...twoMilo,
      saleId: saleId(1),
      businessDate,
      lines,
      totalMinor,
      taxMinor,
      tax,
      tenders,
    };
    const event: RecordedEvent = { ...example, data };
    for (const { key, values } of dailyTotals.changes(event, () => null)) {
      const day = key["day"] ?? "";
      days.set(day, (days.get(day) ?? 0) + Number(values["total_minor"]));
    }
    const month = businessDate.slice(0, 7);
    months.set(month, (months.get(month) ?? 0n) + BigInt(totalMinor));
    all += BigInt(totalMinor);
  }
  const ofDays = [...days].map(([day, total]) => [day, BigInt(total)] as const);
  for (const [month, total] of months) {
    const inMonth = ofDays.filter(([day]) => day.startsWith(month)).map(([, one]) => one);
    off += Number(sum(inMonth) !== total);
  }
  off += Number(sum(ofDays.map(([, total]) => total)) !== all);
  process.stdout.write(`${off} sums off over ${SALES} sales, ${days.size} days (seed ${seed})\n`);
  expect(off, `seed ${seed}`).toBe(0);
}, 240_000);
