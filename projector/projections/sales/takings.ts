import type { RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { SaleLine, SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";
import { hourOf } from "#projector/projections/hours.ts";
import { defineProjection } from "#projector/projections/projection.ts";
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
  },
);

/**
 * The journal behind all sums of sales: one line for each event that changed them, with what it gave to the day, the
 * hour and the person of its sale. A void's line takes back what its sale's line gave.
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

const isOverridden = ({ unitPriceMinor, listPriceMinor }: SaleLine): boolean =>
  unitPriceMinor !== listPriceMinor;

type Sold = Readonly<{
  data: (SaleRecorded | SaleVoided)["data"];
  sign: 1 | -1;
  soldMs: number;
  soldBy: string;
}>;

const line = (
  { seq, actorId, occurredMs, recordedMs }: RecordedEvent,
  { data, sign, soldMs, soldBy }: Sold,
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
    },
  );
