import type { Plan, TenantStatus } from "#kernel/contract/choices.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type {
  TenantCreated,
  TenantDetailsChanged,
  TenantRegistered,
} from "#kernel/contract/events/tenant.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

import { evolveKnown, type KnownTenant, Tenant, type TenantStreamEvent } from "./tenant-state.ts";

type RegisterTenant = Readonly<{ type: "RegisterTenant" } & TenantRegistered["data"]>;

type ChangeTenantStatus = Readonly<{
  type: "ChangeTenantStatus";
  tenantId: TenantId;
  to: TenantStatus;
  reason?: string | undefined;
}>;

type CreateTenant = Readonly<{ type: "CreateTenant" } & TenantCreated["data"]>;

/** Only real changes. Emails are compared by opening both. */
type ChangeTenantDetails = Readonly<{
  type: "ChangeTenantDetails";
  tenantId: TenantId;
  changes: TenantDetailsChanged["data"]["changes"];
}>;

type ChangeTenantPlan = Readonly<{ type: "ChangeTenantPlan"; tenantId: TenantId; plan: Plan }>;

type RequireTwoFactor = Readonly<{ type: "RequireTwoFactor"; required: boolean }>;

type RequestDeletion = Readonly<{ type: "RequestDeletion"; tenantId: TenantId; until: number }>;
type CancelDeletion = Readonly<{ type: "CancelDeletion"; tenantId: TenantId }>;
type DeleteTenant = Readonly<{ type: "DeleteTenant"; tenantId: TenantId; nowMs: number }>;

export type TenantCommand =
  | RegisterTenant
  | CreateTenant
  | ChangeTenantStatus
  | ChangeTenantDetails
  | ChangeTenantPlan
  | RequireTwoFactor
  | RequestDeletion
  | CancelDeletion
  | DeleteTenant;

export type TenantRejectionCode =
  | "tenant-not-found"
  | "deletion-not-requested"
  | "deletion-not-due";
type TenantDecision = readonly TenantStreamEvent[] | Rejection<TenantRejectionCode>;

/** The stream has the tenant's id, in its own log and in the platform's. */
export const tenant: Decider<TenantCommand, Tenant, TenantStreamEvent, TenantRejectionCode> = {
  streamType: "tenant",
  initialState: { status: "unknown" },
  parseState: (stored) => Tenant.parse(stored),

  decide(command, state) {
    if (command.type === "RegisterTenant" || command.type === "CreateTenant") {
      return state.status === "unknown" ? [creationEvent(command)] : [];
    }
    // A deleted tenant is reported as missing.
    if (state.status === "unknown" || state.deleted) return reject("tenant-not-found");
    return decideKnown(command, state);
  },

  evolve(state, event) {
    if (event.type === "TenantRegistered") {
      const { tenantId: _, ...registered } = event.data;
      return { status: "active", ...registered };
    }
    if (event.type === "TenantCreated") {
      const { tenantId: _, ...created } = event.data;
      return created;
    }
    return state.status === "unknown" ? state : evolveKnown(state, event);
  },
};

type NewTenantCommand = RegisterTenant | CreateTenant;

function creationEvent(command: NewTenantCommand): TenantStreamEvent {
  if (command.type === "RegisterTenant") {
    const { type: _, ...data } = command;
    return { type: "TenantRegistered", data };
  }
  const { type: _, ...data } = command;
  return { type: "TenantCreated", data };
}

function decideKnown(
  command: Exclude<TenantCommand, NewTenantCommand>,
  state: KnownTenant,
): TenantDecision {
  switch (command.type) {
    case "ChangeTenantStatus":
      return changeStatus(command, state);
    case "ChangeTenantDetails": {
      const { tenantId, changes } = command;
      if (Object.keys(changes).length === 0) return [];
      return [{ type: "TenantDetailsChanged", data: { tenantId, changes } }];
    }
    case "ChangeTenantPlan": {
      const { tenantId, plan } = command;
      if (plan === state.plan) return [];
      const changes = { plan: { from: state.plan, to: plan } };
      return [{ type: "TenantPlanChanged", data: { tenantId, changes } }];
    }
    case "RequireTwoFactor": {
      const { required } = command;
      if (required === (state.twoFactorRequired ?? false)) return [];
      return [{ type: "TwoFactorPolicyChanged", data: { required } }];
    }
    case "RequestDeletion":
    case "CancelDeletion":
    case "DeleteTenant":
      return decideDeletion(command, state);
  }
}

/** A second request keeps the first date. */
function decideDeletion(
  command: RequestDeletion | CancelDeletion | DeleteTenant,
  { deletionUntil }: KnownTenant,
): TenantDecision {
  const { tenantId } = command;
  switch (command.type) {
    case "RequestDeletion": {
      const { until } = command;
      if (deletionUntil !== undefined) return [];
      return [{ type: "AccountDeletionRequested", data: { tenantId, until } }];
    }
    case "CancelDeletion":
      if (deletionUntil === undefined) return [];
      return [{ type: "AccountDeletionCancelled", data: { tenantId } }];
    case "DeleteTenant":
      if (deletionUntil === undefined) return reject("deletion-not-requested");
      if (command.nowMs < deletionUntil) return reject("deletion-not-due");
      return [{ type: "AccountDeleted", data: { tenantId } }];
  }
}

function changeStatus(
  { tenantId, to, reason }: ChangeTenantStatus,
  { status: from }: KnownTenant,
): TenantDecision {
  if (from === to) return [];
  const data = { tenantId, from, to, ...(reason === undefined ? {} : { reason }) };
  return [{ type: "TenantStatusChanged", data }];
}
