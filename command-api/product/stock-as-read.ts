import type { ChangeProductRequest } from "#kernel/contract/api/product.ts";
import type { ProductId, SessionId, TenantId } from "#kernel/contract/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

/** Clients of before send the whole form of a product, with the stock as they read it. */
const isWholeForm = ({
  name,
  price,
  stock,
  expected_stock: expected,
  track_stock: isTracked,
  unit,
}: Omit<ChangeProductRequest, "id">): boolean =>
  name !== undefined &&
  price !== undefined &&
  stock !== undefined &&
  expected === undefined &&
  isTracked === undefined &&
  unit === undefined;

type Asking = Readonly<{ tenantId: TenantId; sid: SessionId; productId: ProductId }>;

/**
 * The stock in base units that this session's last reading of all products gave, if the request is
 * such a form: a stock that is equal to it is no count. Only the position of the reading is
 * kept, so a restart and a second query API change nothing. Undefined if nothing says it: the
 * session read no list, or the stock ledger is being rebuilt.
 */
export async function stockAsRead(
  pool: Pool,
  { tenantId, sid, productId }: Asking,
  change: Omit<ChangeProductRequest, "id">,
): Promise<number | undefined> {
  if (!isWholeForm(change)) return undefined;
  const { rows } = await pool.query<{ stock: number | null }>({
    name: "stock-as-read",
    text: "select rm.stock_at($1, $3, auth.products_read($1, $2)) as stock",
    values: [tenantId, sid, productId],
  });
  return rows[0]?.stock ?? undefined;
}
