import { TenantId } from "#kernel/contract/ids.ts";

export type News = Readonly<{
  add: (tenantIds: Iterable<string>) => void;
  /** Whoever has waited longest first; waits for news, and ends with nothing after a wake. */
  take: (most: number) => Promise<readonly TenantId[]>;
  wake: () => void;
}>;

/** The tenants that may have unsent events, each once. Texts come from other processes: parsed here. */
export function createNews(): News {
  const tenants = new Set<TenantId>();
  let waiting: PromiseWithResolvers<void> | undefined;

  const wake = () => {
    waiting?.resolve();
    waiting = undefined;
  };

  return {
    wake,
    add: (tenantIds) => {
      for (const text of tenantIds) {
        const tenant = TenantId.safeParse(text);
        if (tenant.success) tenants.add(tenant.data);
      }
      if (tenants.size > 0) wake();
    },
    take: async (most) => {
      if (tenants.size === 0) {
        waiting ??= Promise.withResolvers();
        await waiting.promise;
      }
      const taken = [...tenants].slice(0, most);
      for (const tenant of taken) tenants.delete(tenant);
      return taken;
    },
  };
}
