import * as z from "zod/mini";

import { AsOf } from "#kernel/contract/api/as-of.ts";
import { storable } from "#kernel/contract/api/fields.ts";

const MESSAGE = "Must be a whole number of at least 1";

/** At least 1; what is over the longest list is cut down to it, not refused (R49). */
export const Count = z.pipe(
  z.string(MESSAGE).check(z.regex(/^0*[1-9]\d{0,14}$/, MESSAGE)),
  z.transform(Number),
);

/**
 * Without `limit` a list is whole, with a `page` or a `cursor` alone it comes in pages of 100. `cursor` is the
 * `X-Next-Cursor` of the page before. `search` takes any part of what a person would look for, and the end of an
 * id (R30).
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
  /** Of products and customers: what changed since, the deleted ones too; of sales: what was sold since. */
  since: z.optional(
    z.pipe(
      z.iso.datetime({ offset: true, error: "Must be a date and time as ISO-8601" }),
      z.transform((moment) => Date.parse(moment)),
    ),
  ),
  as_of: z.optional(AsOf),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** `archived=true`: the deleted ones instead, for those who may restore them. */
export const ArchivableListQuery = z.extend(ListQuery, {
  archived: z.optional(z.enum(["true", "false"], "Must be true or false")),
});
export type ArchivableListQuery = z.infer<typeof ArchivableListQuery>;
