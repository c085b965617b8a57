import * as z from "zod/mini";

/** A moment of the past: the number of an event of the shop's log, or a time. */
export type AsOf = Readonly<{ seq: number } | { ms: number }>;

const MESSAGE = "Must be the number of an event, or a date and time as ISO-8601";

/** For who may audit (403 to others): the answer as it was then. `X-As-Of` tells behind which event that is. */
export const AsOf = z.union(
  [
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
      z.transform((seq): AsOf => ({ seq: Number(seq) })),
    ),
    z.pipe(
      z.iso.datetime({ offset: true }),
      z.transform((moment): AsOf => ({ ms: Date.parse(moment) })),
    ),
  ],
  MESSAGE,
);

/** Of what is asked for by its id alone. */
export const AsOfQuery = z.object({ as_of: z.optional(AsOf) });
