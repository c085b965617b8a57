import { describe, expect, test } from "vitest";

import { tenant } from "#command-api/tenant/tenant.ts";
import { isDeleted, suspendedSince } from "#command-api/till/entries/suspension.ts";
import type { TenantEvent } from "#kernel/contract/events/tenant.ts";
import { StreamId } from "#kernel/contract/ids.ts";
import { userId } from "#tests/kit/builders/fixed-ids.ts";
import { stored, tenant as tenantOf } from "#tests/kit/builders/stored-event.ts";
import { createScriptedStore } from "#tests/kit/fakes/scripted-store.ts";

const TENANT = tenantOf(1);
const OTHER = tenantOf(2);

const registered: TenantEvent = {
  type: "TenantRegistered",
  data: {
    tenantId: TENANT,
    name: "Ama's",
    ownerId: userId(1),
    plan: "basic",
    trialUntil: "2026-12-05",
    currency: "GHS",
    timezone: "Africa/Accra",
  },
};
const status = (from: "active" | "suspended", to: "active" | "suspended"): TenantEvent => ({
  type: "TenantStatusChanged",
  data: { tenantId: TENANT, from, to },
});
const deletion: TenantEvent = { type: "AccountDeleted", data: { tenantId: TENANT } };

/** The head of a tenant with these events, as its own decider leaves it. */
const headAfter = (...events: readonly TenantEvent[]) => ({
  version: events.length,
  onHand: undefined,
  state: JSON.parse(JSON.stringify(events.reduce(tenant.evolve, tenant.initialState))),
});

test("TILL-35: a tenant is deleted when its own events say so, and not while it is suspended", () => {
  expect(isDeleted(headAfter(registered))).toBe(false);
  expect(isDeleted(headAfter(registered, status("active", "suspended")))).toBe(false);
  expect(isDeleted(headAfter(registered, deletion))).toBe(true);
});

describe("TILL-35: a tenant was suspended", () => {
  /** The events of two tenants, whose streams have equal versions; a second passes between two. */
  const since = (...events: readonly TenantEvent[]) => {
    const log = [TENANT, OTHER].flatMap((tenantId) =>
      events.map(({ type, data }, index) =>
        stored(tenantId, index + 1, {
          streamId: StreamId.parse(tenantId),
          streamVersion: index + 1,
          type,
          data: JSON.stringify(data),
          effects: null,
          recordedMs: (tenantId === TENANT ? 0 : 500) + 1_000 * (index + 1),
        }),
      ),
    );
    const { read } = createScriptedStore({ loads: [], log }).store;
    return suspendedSince({ read }, TENANT, headAfter(...events));
  };
  const details: TenantEvent = {
    type: "AccountDeletionRequested",
    data: { tenantId: TENANT, until: 1 },
  };

  test("at its last suspension, whatever came after it", async () => {
    const [off, on] = [status("active", "suspended"), status("suspended", "active")];
    expect(await since(registered, off)).toBe(2_000);
    expect(await since(registered, off, details)).toBe(2_000);
    expect(await since(registered, off, on, off)).toBe(4_000);
  });

  test("from the start if it was never active", async () => {
    expect(await since(registered, details)).toBe(0);
  });
});
