import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import type { Tenant } from "#command-api/tenant/tenant-state.ts";
import { tenant, type TenantCommand } from "#command-api/tenant/tenant.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";

const tenantId = TenantId.parse("01900000-0000-7000-8000-000000000001");
const ownerId = UserId.parse("01900000-0000-7000-8000-000000000002");

const registration = {
  type: "RegisterTenant",
  tenantId,
  name: "Akosua Fabrics",
  ownerId,
  plan: "basic",
  trialUntil: "2026-03-16",
  currency: "GHS",
  timezone: "Africa/Accra",
} as const;

function after(...commands: readonly TenantCommand[]): Tenant {
  return commands.reduce<Tenant>((state, command) => {
    const decision = tenant.decide(command, state);
    return "rejected" in decision ? state : decision.reduce(tenant.evolve, state);
  }, tenant.initialState);
}

const change = (to: "active" | "suspended", reason?: string): TenantCommand => ({
  type: "ChangeTenantStatus",
  tenantId,
  to,
  reason,
});

describe("a tenant", () => {
  test("is active after registration, with the fields that commands read", () => {
    const { type: _, ...data } = registration;
    expect(tenant.decide(registration, tenant.initialState)).toEqual([
      { type: "TenantRegistered", data },
    ]);
    const state = after(registration);
    expect(state).toMatchObject({ status: "active", ownerId });
    expect(toTenantRules({ version: 1, onHand: undefined, state }, undefined)).toMatchObject({
      currency: "GHS",
      taxRateBp: 0,
    });
  });

  test("registers only once", () => {
    expect(tenant.decide(registration, after(registration))).toEqual([]);
  });

  test("is suspended with a reason and reactivated", () => {
    const state = after(registration);
    expect(tenant.decide(change("suspended", "unpaid"), state)).toEqual([
      {
        type: "TenantStatusChanged",
        data: { tenantId, from: "active", to: "suspended", reason: "unpaid" },
      },
    ]);
    expect(after(registration, change("suspended"))).toEqual({ ...state, status: "suspended" });
    expect(after(registration, change("suspended"), change("active"))).toEqual(state);
  });

  test("setting the same status has no effect", () => {
    expect(tenant.decide(change("active"), after(registration))).toEqual([]);
  });

  test("has no status before registration", () => {
    expect(tenant.decide(change("active"), tenant.initialState)).toEqual({
      rejected: "tenant-not-found",
    });
  });

  test("its state can be parsed again after any command", () => {
    const command = fc.oneof(
      fc.constant<TenantCommand>(registration),
      fc
        .tuple(
          fc.constantFrom("active", "pending", "suspended"),
          fc.option(fc.string(), { nil: undefined }),
        )
        .map(([to, reason]): TenantCommand => ({
          type: "ChangeTenantStatus",
          tenantId,
          to,
          reason,
        })),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        const state = after(...commands);
        expect(tenant.parseState(JSON.parse(JSON.stringify(state)))).toEqual(state);
      }),
    );
  });
});
