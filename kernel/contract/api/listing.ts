import * as z from "zod/mini";

const MESSAGE = "Must be a whole number of at least 1";

/** At least 1; what is over the longest list is cut down to it, not refused (R49). */
const Count = z.pipe(
  z.string(MESSAGE).check(z.regex(/^0*[1-9]\d{0,14}$/, MESSAGE)),
  z.transform(Number),
);

/** Without `limit` a list is whole, with a `page` alone it comes in pages of 100. */
export const ListQuery = z.object({ page: z.optional(Count), limit: z.optional(Count) });
export type ListQuery = z.infer<typeof ListQuery>;
