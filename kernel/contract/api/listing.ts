import * as z from "zod/mini";

import { AsOf } from "#kernel/contract/api/as-of.ts";
import { storable } from "#kernel/contract/api/fields.ts";

const MESSAGE = "Must be a whole number of at least 1";

/** At least 1. A number above the maximum page size is reduced to it, not refused. */
export const Count = z.pipe(
  z.string(MESSAGE).check(z.regex(/^0*[1-9]\d{0,14}$/, MESSAGE)),
  z.transform(Number),
);

/** In ms since 1970. */
export const Moment = z.pipe(
  z.iso.datetime({ offset: true, error: "Must be a date and time as ISO-8601" }),
  z.transform((moment) => Date.parse(moment)),
);

/**
 * Without `limit` a list is complete; with only `page` or `cursor` it comes in pages of 100.
 * `cursor` is the `X-Next-Cursor` of the previous page. `search` matches part of a name, email or
 * phone, or the end of an id.
 */
export const ListQuery = z.object({
  page: z.optional(Count),
  limit: z.optional(Count),
  cursor: z.optional(
    z.string().check(z.regex(/^[\w-]{1,4000}$/, "Must be the X-Next-Cursor of a page")),
  ),
  search: z.optional(
    z.string().check(z.trim(), z.maxLength(200, "Must have at most 200 characters"), storable),
  ),
  /**
   * For products and customers: changed since then, including deleted ones. For sales: sold since
   * then.
   */
  since: z.optional(Moment),
  as_of: z.optional(AsOf),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** `archived=true` lists the deleted ones instead, for roles that may restore them. */
export const ArchivableListQuery = z.extend(ListQuery, {
  archived: z.optional(z.enum(["true", "false"], "Must be true or false")),
});
export type ArchivableListQuery = z.infer<typeof ArchivableListQuery>;
