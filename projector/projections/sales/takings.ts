import type { AppliedEvent } from "#kernel/contract/events/catalogue.ts";
import type { EventEffects } from "#kernel/contract/events/recorded.ts";
import type { SaleLine, SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { hourOf } from "#projector/projections/sales/daily-totals.ts";
import { ledgerTable, type RowChange } from "#projector/projections/table.ts";

const taking = ledgerTable(
  "rm_takings",
  { seq: "bigint" },
  {
    sale_id: "uuid",
    orders: "int",
    day: "date",
    hour: "text",
    user_id: "uuid",
    currency: "text",
    total_minor: "bigint",
    tax_minor: "bigint",
    overrides: "int",
    customer_id: "uuid?",
    actor_id: "uuid",
    occurred_ms: "bigint",
    recorded_ms: "bigint",
    counted: "later?",
  },
);

/**
 * The journal of all sums over sales: one row per sale or void, with the day, hour and person of the sale. A void's
 * row cancels the row of its sale.
 */
export const takings = defineProjection("takings", taking.table, {
  SaleRecorded: (event) => [
    line(event, { data: event.data, sign: 1, soldMs: event.occurredMs, soldBy: event.actorId }),
  ],
  SaleVoided: (event) => {
    const { soldMs = event.occurredMs, soldBy = event.actorId } = event.data;
    return [line(event, { data: event.data, sign: -1, soldMs, soldBy })];
  },
});

/**
 * The products whose lines moved no stock, so that the stock ledger does not lead to the sale: they were
 * counted since, or are not counted, or the server does not know them.
 */
function unmovedIn(lines: readonly SaleLine[], { stock = [] }: EventEffects): string | undefined {
  const moved = new Set(stock.map(([productId]) => productId));
  const ids = new Set(lines.map(({ productId }) => productId).filter((id) => !moved.has(id)));
  return ids.size === 0 ? undefined : [...ids].join(" ");
}

const isOverridden = ({ unitPriceMinor, listPriceMinor }: SaleLine): boolean =>
  unitPriceMinor !== listPriceMinor;

type Line = Readonly<{
  data: (SaleRecorded | SaleVoided)["data"];
  sign: 1 | -1;
  soldMs: number;
  soldBy: string;
}>;

const line = (
  { seq, actorId, occurredMs, recordedMs, effects }: AppliedEvent,
  { data, sign, soldMs, soldBy }: Line,
): RowChange =>
  taking.append(
    { seq: String(seq) },
    {
      sale_id: data.saleId,
      orders: sign,
      day: data.businessDate,
      hour: hourOf(soldMs),
      user_id: soldBy,
      currency: data.currency,
      total_minor: sign * data.totalMinor,
      tax_minor: sign * data.taxMinor,
      overrides: sign > 0 ? data.lines.filter(isOverridden).length : 0,
      customer_id: "customer" in data ? data.customer?.id : undefined,
      actor_id: actorId,
      occurred_ms: occurredMs,
      recorded_ms: recordedMs,
      counted: unmovedIn(data.lines, effects),
    },
  );
