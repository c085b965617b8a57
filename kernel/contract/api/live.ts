import * as z from "zod/mini";

/** Up to which event the read models have come; behind it there may be news. */
export const LivePosition = z.object({ seq: z.int() });
export type LivePosition = z.infer<typeof LivePosition>;
