import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Tenant, TenantStreamEvent } from "#command-api/tenant/tenant-state.ts";
import { tenant, type TenantCommand } from "#command-api/tenant/tenant.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";
import { anyText, expectNeverToThrow } from "#tests/kit/checks/never-throws.ts";

const tenantId = TenantId.parse("01900000-0000-7000-8000-000000000001");
const ownerId = UserId.parse("01900000-0000-7000-8000-000000000002");
const email = Sealed.parse(`sealed:v1:${ownerId}:AAAA`);

const created = {
  tenantId,
  name: "Akosua Fabrics",
  ownerId,
  email,
  status: "pending",
  plan: "basic",
  trialUntil: "2026-03-16",
  currency: "GHS",
  timezone: "Africa/Accra",
} as const;
const creation = { type: "CreateTenant", ...created } as const;
const until = 1_800_000_000_000;
const ask = { type: "RequestDeletion", tenantId, until } as const;
const cancel = { type: "CancelDeletion", tenantId } as const;
const remove = (nowMs: number) => ({ type: "DeleteTenant", tenantId, nowMs }) as const;

function after(...commands: readonly TenantCommand[]): Tenant {
  return commands.reduce<Tenant>((state, command) => {
    const decision = tenant.decide(command, state);
    return "rejected" in decision ? state : decision.reduce(tenant.evolve, state);
  }, tenant.initialState);
}

describe("a tenant created by a super admin", () => {
  test("keeps the status and address it was created with", () => {
    expect(after(creation)).toMatchObject({ status: "pending", email, name: "Akosua Fabrics" });
    expect(tenant.decide(creation, after(creation))).toEqual([]);
  });

  test("keeps unchanged details and drops cleared ones", () => {
    const changes = {
      phone: { from: null, to: "+233" },
      address: { from: null, to: "Oxford Street" },
    };
    const state = after(creation, { type: "ChangeTenantDetails", tenantId, changes });
    expect(state).toMatchObject({ email, phone: "+233", address: "Oxford Street" });
    const cleared = { phone: { from: "+233", to: null } };
    const then = tenant.decide({ type: "ChangeTenantDetails", tenantId, changes: cleared }, state);
    expect("rejected" in then ? then : then.reduce(tenant.evolve, state)).not.toHaveProperty(
      "phone",
    );
    expect(tenant.decide({ type: "ChangeTenantDetails", tenantId, changes: {} }, state)).toEqual(
      [],
    );
  });

  test("keeps its plan until it changes", () => {
    const change = { type: "ChangeTenantPlan", tenantId, plan: "premium" } as const;
    expect(after(creation, change)).toMatchObject({ plan: "premium" });
    expect(tenant.decide(change, after(creation, change))).toEqual([]);
  });
});

describe("the deletion of a tenant", () => {
  test("keeps the first requested date until it is cancelled", () => {
    expect(after(creation, ask)).toMatchObject({ deletionUntil: until });
    expect(tenant.decide({ ...ask, until: until + 1 }, after(creation, ask))).toEqual([]);
    expect(after(creation, ask, cancel)).toEqual(after(creation));
    expect(tenant.decide(cancel, after(creation))).toEqual([]);
  });

  test("happens when due, not earlier, and not after a cancellation", () => {
    expect(tenant.decide(remove(until - 1), after(creation, ask))).toEqual({
      rejected: "deletion-not-due",
    });
    expect(tenant.decide(remove(until), after(creation, ask, cancel))).toEqual({
      rejected: "deletion-not-requested",
    });
    expect(tenant.decide(remove(until), after(creation, ask))).toEqual([
      { type: "AccountDeleted", data: { tenantId } },
    ]);
  });

  test("is final: personal data is dropped and nothing can change", () => {
    const gone = after(creation, ask, remove(until));
    expect(gone).toMatchObject({ status: "suspended", deleted: true });
    expect(JSON.stringify(gone)).not.toContain("sealed");
    for (const command of [ask, cancel, remove(until + 1)]) {
      expect(tenant.decide(command, gone)).toEqual({ rejected: "tenant-not-found" });
    }
    const revive = { type: "ChangeTenantStatus", tenantId, to: "active" } as const;
    expect(tenant.decide(revive, gone)).toEqual({ rejected: "tenant-not-found" });
  });
});

test("every command in every state is answered without throwing", () => {
  const at = fc.integer({ min: 0, max: until * 2 });
  const nullable = fc.option(anyText);
  const changes = fc.record(
    {
      name: fc.record({ from: anyText, to: anyText }),
      phone: fc.record({ from: nullable, to: nullable }),
      email: fc.record({ from: fc.constant(null), to: fc.constantFrom(null, email) }),
    },
    { requiredKeys: [] },
  );
  const plan = fc.constantFrom("basic" as const, "premium" as const);
  const command: fc.Arbitrary<TenantCommand> = fc.oneof(
    fc.constantFrom<TenantCommand>(creation, ask, cancel),
    at.map(remove),
    plan.map((to): TenantCommand => ({ type: "ChangeTenantPlan", tenantId, plan: to })),
    fc.boolean().map((required): TenantCommand => ({ type: "RequireTwoFactor", required })),
    changes.map((change): TenantCommand => ({
      type: "ChangeTenantDetails",
      tenantId,
      changes: change,
    })),
  );
  const event: fc.Arbitrary<TenantStreamEvent> = fc.oneof(
    fc.constantFrom<TenantStreamEvent>(
      { type: "TenantCreated", data: created },
      { type: "AccountDeletionRequested", data: { tenantId, until } },
      { type: "AccountDeletionCancelled", data: { tenantId } },
      { type: "AccountDeleted", data: { tenantId } },
      { type: "TwoFactorPolicyChanged", data: { required: true } },
    ),
    changes.map((change): TenantStreamEvent => ({
      type: "TenantDetailsChanged",
      data: { tenantId, changes: change },
    })),
  );
  const again = new Set(["ChangeTenantDetails", "DeleteTenant"]);
  expectNeverToThrow(tenant, { event, command }, ({ type }) => !again.has(type));
});
