import * as z from "zod/mini";

/** A point in the past: the number of an event in the tenant's log, or a time. */
export type AsOf = Readonly<{ seq: number } | { ms: number }>;

const MESSAGE = "Must be the number of an event, or a date and time as ISO-8601";

/**
 * Only for roles that may audit; others get 403. The answer shows the state at that point.
 * `X-As-Of` is the number of the last event it includes.
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
