import { describe, expect, test } from "vitest";

import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { tenants } from "#projector/projections/tenant/tenants.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { CASHIER, tenantOf } from "#tests/kit/builders/shop-log.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

const tenantId = tenantOf(1);
const registration = {
  tenantId,
  name: "Ama's Shop",
  ownerId: CASHIER,
  plan: "basic",
  trialUntil: "2026-03-16",
  currency: "GHS",
  timezone: "Africa/Accra",
};
const changesOf = (...of: Parameters<typeof recorded>) =>
  tenants.changes(recorded(...of), openPlainly);

describe("the tenant", () => {
  test("is active and without tax when it is registered", () => {
    expect(changesOf("TenantRegistered", registration)).toEqual([
      {
        kind: "put",
        key: {},
        values: {
          name: "Ama's Shop",
          currency: "GHS",
          timezone: "Africa/Accra",
          plan: "basic",
          status: "active",
          trial_until: "2026-03-16",
          tax_rate_bp: 0,
          registered_ms: 1_000,
        },
      },
    ]);
  });

  test("has its latest status", () => {
    const data = { tenantId, from: "active", to: "suspended", reason: "unpaid" };
    expect(changesOf("TenantStatusChanged", data)).toEqual([
      { kind: "patch", key: {}, values: { status: "suspended" } },
    ]);
  });

  test("is not the platform, whose log repeats events about tenants", () => {
    const envelope = { tenantId: PLATFORM_TENANT_ID };
    expect(changesOf("TenantRegistered", registration, envelope)).toEqual([]);
    const data = { tenantId, from: "active", to: "suspended" };
    expect(changesOf("TenantStatusChanged", data, envelope)).toEqual([]);
  });
});
