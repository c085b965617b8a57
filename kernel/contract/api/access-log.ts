import * as z from "zod/mini";

/**
 * Accesses that are not events but are on record: support sessions, exports, refusals, failed
 * sign-ins.
 */
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
