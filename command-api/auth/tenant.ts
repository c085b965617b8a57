import * as z from "zod/mini";

import { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type {
  TenantEvent,
  TenantPlanChanged,
  TenantRegistered,
} from "#kernel/contract/events/tenant.ts";
import { type TenantId, UserId } from "#kernel/contract/ids.ts";
import { Currency } from "#kernel/contract/money.ts";
import { reject } from "#kernel/contract/rejection.ts";

type RegisterTenant = Readonly<{ type: "RegisterTenant" } & TenantRegistered["data"]>;

type ChangeTenantStatus = Readonly<{
  type: "ChangeTenantStatus";
  tenantId: TenantId;
  to: TenantStatus;
  reason?: string | undefined;
}>;

export type TenantCommand = RegisterTenant | ChangeTenantStatus;

const Known = z.object({
  status: TenantStatus,
  name: z.string(),
  ownerId: UserId,
  plan: Plan,
  trialUntil: z.iso.date(),
  currency: Currency,
  timezone: z.string(),
  /** The account goes then, unless it is called back before. */
  deletionUntil: z.optional(z.int()),
});

type KnownTenant = z.infer<typeof Known>;

export const Tenant = z.union([z.object({ status: z.literal("unknown") }), Known]);
export type Tenant = z.infer<typeof Tenant>;

/** Stands under the tenant's id, in its own log and in the platform's. */
export const tenant: Decider<TenantCommand, Tenant, TenantEvent, "tenant-not-found"> = {
  streamType: "tenant",
  initialState: { status: "unknown" },
  parseState: (stored) => Tenant.parse(stored),

  decide(command, state) {
    switch (command.type) {
      case "RegisterTenant": {
        const { type: _, ...data } = command;
        return state.status === "unknown" ? [{ type: "TenantRegistered", data }] : [];
      }
      case "ChangeTenantStatus":
        return changeStatus(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case "TenantRegistered": {
        const { tenantId: _, ...registered } = event.data;
        return { status: "active", ...registered };
      }
      case "TenantCreated": {
        const { status, name, ownerId, plan, trialUntil, currency, timezone } = event.data;
        return { status, name, ownerId, plan, trialUntil, currency, timezone };
      }
      case "TenantStatusChanged":
        return state.status === "unknown" ? state : { ...state, status: event.data.to };
      case "TenantDetailsChanged": {
        const { name } = event.data.changes;
        return state.status === "unknown" || !name ? state : { ...state, name: name.to };
      }
      case "TenantPlanChanged":
        return state.status === "unknown" ? state : withPlan(state, event.data.changes);
      case "AccountDeletionRequested":
        return state.status === "unknown" ? state : { ...state, deletionUntil: event.data.until };
      case "AccountDeletionCancelled":
        return state.status === "unknown" ? state : { ...state, deletionUntil: undefined };
      case "TrialEnded":
      case "AccountDeleted":
        return state;
    }
  },
};

const withPlan = (
  state: KnownTenant,
  { plan, trialUntil }: TenantPlanChanged["data"]["changes"],
): KnownTenant => ({
  ...state,
  ...(plan && { plan: plan.to }),
  ...(trialUntil && { trialUntil: trialUntil.to }),
});

function changeStatus({ tenantId, to, reason }: ChangeTenantStatus, state: Tenant) {
  if (state.status === "unknown") return reject("tenant-not-found");
  if (state.status === to) return [];
  const data = { tenantId, from: state.status, to, ...(reason === undefined ? {} : { reason }) };
  return [{ type: "TenantStatusChanged", data } as const];
}
