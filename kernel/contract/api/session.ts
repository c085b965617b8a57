import * as z from "zod/mini";

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
