import * as z from "zod/mini";

/** What is not a command but must be known: looks, exports, refusals, failed sign-ins. */
export const AccessLogEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  result: z.string(),
  target: z.nullable(z.string()),
  actor_id: z.nullable(z.string()),
  ip_prefix: z.nullable(z.string()),
});
export type AccessLogEntry = z.infer<typeof AccessLogEntry>;
