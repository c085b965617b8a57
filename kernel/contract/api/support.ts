import * as z from "zod/mini";

import { IdInput, text } from "#kernel/contract/api/fields.ts";
import { SessionTenant } from "#kernel/contract/api/session.ts";

/** The owner of the business sees the reason. */
export const StartSupportRequest = z.strictObject({
  tenant_id: IdInput,
  reason: text(500, "Reason is required"),
});
export type StartSupportRequest = z.infer<typeof StartSupportRequest>;

/** A token that can read one business until it expires. */
export const SupportSession = z.object({
  token: z.string(),
  tenant: SessionTenant,
  until: z.string(),
});
export type SupportSession = z.infer<typeof SupportSession>;
