import { useDeletion } from "#web/parts/use-deletion.ts";
import { saleMakesStale } from "#web/sync/use-sale-outbox.ts";

/** The sale leaves the lists and its stock comes back; the log keeps it as void. */
export const useVoidSale = () => useDeletion("/api/sales.php", saleMakesStale);
