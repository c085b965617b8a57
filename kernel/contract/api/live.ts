import * as z from "zod/mini";

/** The read models include events up to `seq`. A client reloads when it gets a higher one. */
export const LivePosition = z.object({ seq: z.int() });
export type LivePosition = z.infer<typeof LivePosition>;
