import type { PlatformListQuery } from "#kernel/contract/api/platform.ts";

const LONGEST_PAGE = 100;
const PAGE = 50;
/** Beyond it there is nothing; without it an offset could leave bigint. */
const LAST_PAGE = 1_000_000_000;

/** Page and size as they are asked of the database: over 100 is 100 (R49). */
export function toPage({ page = 1, limit = PAGE }: PlatformListQuery) {
  const size = Math.min(limit, LONGEST_PAGE);
  return { page, limit: size, offset: (Math.min(page, LAST_PAGE) - 1) * size };
}
