import { useQueryClient } from "@tanstack/react-query";

import { WriteResult } from "#kernel/contract/api/envelope.ts";
import type { Settings } from "#kernel/contract/api/settings.ts";
import { session } from "#web/state/session.ts";

import { request } from "./http-client.ts";
import { keys } from "./keys.ts";
import { settingsQuery } from "./settings.ts";
import { useCommand } from "./use-command.ts";

type SettingsChange = Readonly<{
  changes: Readonly<Record<string, unknown>>;
  /** The version of the settings that the form showed. */
  version: number;
}>;

/**
 * Sends only the changed fields, with the version that was shown. Resolves after the saved settings
 * were read again.
 */
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
      // The save succeeded even if this read fails.
      const saved = await queryClient
        .fetchQuery({ ...settingsQuery(), staleTime: 0, retry: false })
        .catch(() => undefined);
      if (saved !== undefined) keepShop(saved);
    },
    [keys.settings.all],
  );
}

/**
 * Amounts and times on the screen use the shop's currency and time zone, so the session follows the
 * settings.
 */
function keepShop({ business }: Settings): void {
  const current = session.get();
  if (current === undefined) return;
  const { business_name: name, currency, timezone } = business;
  const { tenant } = current;
  if (tenant.name === name && tenant.currency === currency && tenant.timezone === timezone) return;
  session.start({ ...current, tenant: { ...tenant, name, currency, timezone } });
}
