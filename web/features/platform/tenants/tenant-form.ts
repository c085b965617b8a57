import * as z from "zod/mini";
import * as z from "zod/mini";

import { StartSupportRequest } from "#kernel/contract/api/support.ts";
import { CreateTenantRequest } from "#kernel/contract/api/tenant.ts";
import { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import type { Tenant } from "#web/api/platform.ts";

/** What comes of it (R34). */
export const STATUS_HINTS: Record<TenantStatus, string> = {
  active: "Its people can sign in and work. The reason stands in the log.",
  pending:
    "Its people can sign in and set up; payments of providers are not taken. The reason stands in the log.",
  suspended:
    "All its people are signed out at once, and nobody gets in until it is active again. The reason stands in the log.",
};

export const ReasonForm = z.object({ reason: TenantForm.shape.reason });

/** Who looks into a shop says why: its owner reads it. */
export const SupportForm = z.object({ reason: StartSupportRequest.shape.reason });

const upTo = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, `Must have at most ${most} characters`));

/** What is typed is always text; empty means that there is none. */
export const TenantForm = z.object({
  name: CreateTenantRequest.shape.name,
  email: CreateTenantRequest.shape.email,
  phone: upTo(32),
  address: upTo(500),
  plan: Plan,
  status: TenantStatus,
  /** Why the status changes; in the log, and not kept of a new business. */
  reason: upTo(500),
});
export type TenantForm = z.output<typeof TenantForm>;
export type TypedTenant = z.input<typeof TenantForm>;

export const emptyTenant: TypedTenant = {
  name: "",
  email: "",
  phone: "",
  address: "",
  plan: "basic",
  status: "active",
  reason: "",
};

export const typedTenant = ({
  name,
  email,
  phone,
  address,
  plan,
  status,
}: Tenant): TypedTenant => ({
  name,
  email: email ?? "",
  phone: phone ?? "",
  address: address ?? "",
  plan,
  status,
  reason: "",
});

export const addRequest = ({ reason: _, ...form }: TenantForm) => form;

const FIELDS = ["name", "email", "phone", "address", "plan", "status"] as const;

const orNull = (text: string): string | null => (text === "" ? null : text);

/** What was changed; what was emptied is sent as null. Nothing changed: nothing to send. */
export function changeRequest(tenant: Tenant, form: TenantForm) {
  const changed = FIELDS.filter((name) => orNull(form[name]) !== tenant[name]);
  if (changed.length === 0) return undefined;
  const changes = Object.fromEntries(changed.map((name) => [name, orNull(form[name])]));
  const reason = form.status === tenant.status || form.reason === "" ? {} : { reason: form.reason };
  return { ...changes, ...reason };
}
