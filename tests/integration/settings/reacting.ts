import { randomUUID } from "node:crypto";

import { expect, vi } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import type { TwoTenantsOptions } from "#tests/integration/command-api/routes/two-tenants.ts";

export const until = (condition: () => Promise<void> | void) =>
  vi.waitFor(condition, { timeout: 20_000, interval: 50 });

/** Both APIs with the reactions running. */
export async function openReacting(options: TwoTenantsOptions = {}) {
  const time = { aheadMs: 0 };
  const apis = await openApis({ ...options, reacts: true, clock: () => Date.now() + time.aheadMs });
  return {
    ...apis,
    time,
    sellSome: (product: string, quantity: number, as: Identity = "owner") =>
      apis.sell([[product, quantity]], {}, { as, headers: { "idempotency-key": randomUUID() } }),
    /** Resolves when the reactions have read every event of the log. */
    settled: () =>
      until(async () => {
        const [row] = await apis.query<{ behind: number; open: number }>(
          `select (select coalesce(sum(h.seq - coalesce(c.seq, 0)), 0)::int from es.tenant_heads h
                     left join es.reactor_cursors c on c.tenant_id = h.tenant_id) as behind,
                  (select count(*)::int from jobs.job where state < 'completed' and start_after <= now()) as open`,
        );
        expect(row).toEqual({ behind: 0, open: 0 });
      }),
  };
}

export type Reacting = Awaited<ReturnType<typeof openReacting>>;
