import * as z from "zod/mini";

import { CreateTenantRequest } from "#kernel/contract/api/tenant.ts";
import { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import type { Tenant } from "#web/api/platform.ts";

const upTo = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, `Must have at most ${most} characters`));

/** Form inputs are always text; empty means none. */
export const TenantForm = z.object({
  name: CreateTenantRequest.shape.name,
  email: CreateTenantRequest.shape.email,
  phone: upTo(32),
  address: upTo(500),
  plan: Plan,
  status: TenantStatus,
  /** Reason for a status change, recorded in the log; ignored for a new tenant. */
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

/** Changed fields only, null for cleared ones; undefined if nothing changed. */
export function changeRequest(tenant: Tenant, form: TenantForm) {
  const changed = FIELDS.filter((name) => orNull(form[name]) !== tenant[name]);
  if (changed.length === 0) return undefined;
  const changes = Object.fromEntries(changed.map((name) => [name, orNull(form[name])]));
  const reason = form.status === tenant.status || form.reason === "" ? {} : { reason: form.reason };
  return { ...changes, ...reason };
}

/** Effect of each status. */
export const STATUS_HINTS: Record<TenantStatus, string> = {
  active: "Staff can sign in and work. The reason is recorded in the log.",
  pending:
    "Staff can sign in and set up; online payments are off. The reason is recorded in the log.",
  suspended:
    "All staff are signed out now and can't sign in until it is active again. The reason is recorded in the log.",
};

export const ReasonForm = z.object({ reason: TenantForm.shape.reason });
