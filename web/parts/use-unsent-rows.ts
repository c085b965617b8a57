import { ago } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { saleOutbox } from "#web/sync/sale-outbox.ts";
import { useUnsentSales } from "#web/sync/use-sale-outbox.ts";

/** The sales without an answer as a list shows them, the refused ones first: they wait for a person. */
export function useUnsentRows() {
  const now = useNow();
  const { waiting, refused, sending } = useUnsentSales();
  const rows = [...refused, ...waiting].map((sale) => ({
    ...sale,
    when: ago(sale.madeMs, now),
    onSend: () => saleOutbox.sendAgain(sale.key),
    onRemove: () => saleOutbox.remove(sale.key),
  }));
  return { rows, sending };
}
