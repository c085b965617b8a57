import * as z from "zod/mini";

/** A moment of the past: the number of an event in the tenant's log, or a time. */
export type AsOf = Readonly<{ seq: number } | { ms: number }>;

const MESSAGE = "Must be the number of an event, or a date and time as ISO-8601";

/**
 * For roles that may audit (403 to others): answers with the state at that moment. `X-As-Of` is the
 * number of the last event that is included.
 */
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

/** For requests whose only other parameter is an id. */
export const AsOfQuery = z.object({ as_of: z.optional(AsOf) });

/** The read models include events up to `seq`. A client reloads when it gets a higher one. */
export const LivePosition = z.object({ seq: z.int() });
export type LivePosition = z.infer<typeof LivePosition>;
