import * as z from "zod/mini";

import { IdInput, text } from "./fields.ts";

export const SessionUser = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.string(),
});
export type SessionUser = z.infer<typeof SessionUser>;

export const SessionTenant = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  plan: z.string(),
  currency: z.string(),
  timezone: z.string(),
});
export type SessionTenant = z.infer<typeof SessionTenant>;

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
