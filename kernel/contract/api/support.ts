import * as z from "zod/mini";

import { IdInput, text } from "#kernel/contract/api/fields.ts";
import { SessionTenant } from "#kernel/contract/api/session.ts";

/** The reason is shown to the owner of the business. */
export const StartSupportRequest = z.strictObject({
  tenant_id: IdInput,
  reason: text(500, "Reason is required"),
});
export type StartSupportRequest = z.infer<typeof StartSupportRequest>;

/** A token that shows one business, read-only, until it runs out. */
export const SupportSession = z.object({
  token: z.string(),
  tenant: SessionTenant,
  until: z.string(),
});
export type SupportSession = z.infer<typeof SupportSession>;
