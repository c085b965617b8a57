/**
 * Columns of read models that only an older build writes, while it is replaced by this one. A later
 * version drops them.
 */
const RETIRED: Readonly<Record<string, readonly string[]>> = { rm_sales: ["item"] };

export const isRetired = (table: string, column: string): boolean =>
  RETIRED[table]?.includes(column) ?? false;
