import type { Accepted } from "#command-api/event-store/handle-command.ts";
import type { SaleWritten } from "#kernel/contract/api/sale.ts";
import { countItems } from "#kernel/contract/cart.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { InvariantError } from "#kernel/contract/rejection.ts";

/** Made from the event alone: a repeated request is answered as the first one was. */
export function toSaleWritten({ events }: Accepted): SaleWritten {
  const [applied] = events;
  if (applied?.event.type !== "SaleRecorded") throw new InvariantError("a sale made no event");
  const { event, effects, occurredMs } = applied;
  const { saleId, store, register, currency, totalMinor, taxMinor, lines, tenders } = event.data;
  const [, receipt] = effects.counters?.[0] ?? [];
  return {
    id: saleId,
    receipt_number: receipt === undefined ? null : `${store}-${register}-${receipt}`,
    total_amount: toDecimal(totalMinor),
    tax_amount: toDecimal(taxMinor),
    currency,
    created_at: new Date(occurredMs).toISOString(),
    item_count: countItems(lines),
    payment_method: tenders[0]?.method ?? "cash",
    possible_duplicate_of: event.data.possibleDuplicateOf ?? null,
  };
}
