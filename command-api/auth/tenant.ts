import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import {
  Plan,
  type TenantEvent,
  type TenantRegistered,
  TenantStatus,
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
});

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
      case "TenantStatusChanged":
        return state.status === "unknown" ? state : { ...state, status: event.data.to };
    }
  },
};

function changeStatus({ tenantId, to, reason }: ChangeTenantStatus, state: Tenant) {
  if (state.status === "unknown") return reject("tenant-not-found");
  if (state.status === to) return [];
  const data = { tenantId, from: state.status, to, ...(reason === undefined ? {} : { reason }) };
  return [{ type: "TenantStatusChanged", data } as const];
}
