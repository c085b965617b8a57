import type { ArchivableListQuery } from "#kernel/contract/api/listing.ts";
import { can } from "#kernel/contract/rights.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Actor } from "#kernel/node/session/require-session.ts";
import { isUnfiltered } from "#query-api/listing.ts";

/** Whether a request reads all products at once, for a person who may change them. */
export const isReadToEdit = (query: ArchivableListQuery, role: string): boolean =>
  can(role, "edit-products") &&
  isUnfiltered(query) &&
  query.archived !== "true" &&
  query.page === undefined &&
  query.limit === undefined;

const MOST_SESSIONS = 10_000;

/**
 * Notes for a session how far the log was when it read the whole list of products, once for each
 * position. The command API compares a form that was filled from this list with it.
 */
export function createProductsReadNotes(pool: Pool) {
  /** What this process has noted. A Map keeps insertion order: the first key is the oldest. */
  const noted = new Map<string, number>();
  return async ({ tenantId, sid }: Pick<Actor, "tenantId" | "sid">, seq: number): Promise<void> => {
    const key = `${tenantId}/${sid}`;
    if ((noted.get(key) ?? -1) >= seq) return;
    await pool.query({
      name: "note-products-read",
      text: "select auth.note_products_read($1, $2, $3)",
      values: [tenantId, sid, seq],
    });
    noted.delete(key);
    noted.set(key, seq);
    const [oldest] = noted.keys();
    if (noted.size > MOST_SESSIONS && oldest !== undefined) noted.delete(oldest);
  };
}
