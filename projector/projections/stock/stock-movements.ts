import type { AppliedEvent } from "#kernel/contract/events/catalogue.ts";
import type { SaleId } from "#kernel/contract/ids.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { ledgerTable, type RowChange } from "#projector/projections/table.ts";

const movement = ledgerTable(
  "rm_stock_movements",
  { product_id: "uuid", seq: "bigint" },
  {
    kind: "text",
    delta: "int",
    after: "int",
    reason: "text?",
    sale_id: "uuid?",
    actor_id: "uuid",
    occurred_ms: "bigint",
    recorded_ms: "bigint",
  },
);

/** The stock ledger: one row per product and event that changed its stock. */
export const stockMovements = defineProjection("stock_movements", movement.table, {
  ProductAdded: (event) => moved(event, { kind: "opening" }),
  StockAdjusted: (event) => moved(event, { kind: "adjustment", reason: event.data.reason }),
  StockCounted: (event) => moved(event, { kind: "count" }),
  SaleRecorded: (event) => moved(event, { kind: "sale", saleId: event.data.saleId }),
  SaleVoided: (event) => {
    const { saleId, reason } = event.data;
    return moved(event, { kind: "void", saleId, reason });
  },
});

type Cause = Readonly<{
  kind: "opening" | "adjustment" | "count" | "sale" | "void";
  reason?: string | undefined;
  saleId?: SaleId;
}>;

/**
 * Takes the quantities that the database recorded when it appended the event; nothing is added up
 * here.
 */
const moved = (event: AppliedEvent, { kind, reason, saleId }: Cause): readonly RowChange[] =>
  (event.effects.stock ?? []).map(([productId, delta, after]) =>
    movement.append(
      { product_id: productId, seq: String(event.seq) },
      {
        kind,
        delta,
        after,
        reason,
        sale_id: saleId,
        actor_id: event.actorId,
        occurred_ms: event.occurredMs,
        recorded_ms: event.recordedMs,
      },
    ),
  );
