import { queryOptions, useQueryClient } from "@tanstack/react-query";

import { success, WriteResult } from "#kernel/contract/api/envelope.ts";
import { Settings } from "#kernel/contract/api/settings.ts";
import { session } from "#web/state/session.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";
import { useCommand } from "./use-command.ts";

const Answer = success(Settings);

/** What a shop may be set to, and how it is set. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: keys.settings.all,
    queryFn: async ({ signal }): Promise<Settings> =>
      (await request("/api/v1/settings", Answer, { signal })).data,
  });

export type SettingsChange = Readonly<{
  changes: Readonly<Record<string, unknown>>;
  /** Of the settings that the form showed. */
  version: number;
}>;

/** Sends what was changed, and only over what was seen. Done once the saved settings were read again. */
export function useSaveSettings(part: "business" | "notifications") {
  const queryClient = useQueryClient();
  return useCommand(
    async ({ changes, version }: SettingsChange, commandKey) => {
      const path = `/api/v1/settings/${part}`;
      await request(path, WriteResult, {
        method: "PUT",
        json: changes,
        commandKey,
        ifMatch: version,
      });
      // It is saved, whether or not it can be read again at once.
      const saved = await queryClient
        .fetchQuery({ ...settingsQuery(), staleTime: 0, retry: false })
        .catch(() => undefined);
      if (saved !== undefined) keepShop(saved);
    },
    [keys.settings.all],
  );
}

/** Every amount and time on the screen is in the shop's currency and on its clock. */
function keepShop({ business }: Settings): void {
  const current = session.get();
  if (current === undefined) return;
  const { business_name: name, currency, timezone } = business;
  const { tenant } = current;
  if (tenant.name === name && tenant.currency === currency && tenant.timezone === timezone) return;
  session.start({ ...current, tenant: { ...tenant, name, currency, timezone } });
}
