import type { ListQuery } from "#kernel/contract/api/listing.ts";

const PAGE_SIZE = 100;
/** Beyond it there is nothing; without it an offset could leave bigint. */
const LAST_PAGE = 1_000_000_000;

/** The part of a list to read; `longest` is null for a list that may be read whole. */
export function toPart({ page, limit }: ListQuery, longest: number | null) {
  const asked = limit ?? (page === undefined ? longest : PAGE_SIZE);
  const size = asked === null || longest === null ? asked : Math.min(asked, longest);
  const offset = (Math.min(page ?? 1, LAST_PAGE) - 1) * Math.min(size ?? 0, 1_000_000);
  return { limit: size, offset };
}

/** A list as SQL answers it. */
export type ListBody<Row> = { total: number; items: Row[] };

export const toTotal = ({ total }: { total: number }) => ({ "x-total-count": total });
