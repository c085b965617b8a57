import * as z from "zod/mini";

import type { PlatformSettings } from "#kernel/contract/api/platform/settings.ts";
import { DEFAULT_PLATFORM } from "#kernel/contract/default-settings.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import type { Prepared } from "#query-api/ask.query.ts";

import { preparePlatform } from "./ask-platform.query.ts";

export type SettingsRow = { settings: unknown; version: number };

/** SQL: all settings that were ever changed, by name. */
export const SETTINGS_JSON = `(
  select coalesce(json_object_agg(s.name, s.value), '{}') from rm.rm_platform_settings s where s.tenant_id = $1)`;

export const SETTINGS: Prepared<SettingsRow> = preparePlatform({
  name: "platform-settings",
  projections: ["platform_settings"],
  sql: `select json_build_object('settings', ${SETTINGS_JSON}, 'version', (
    select coalesce(max(s.version), 0) from rm.rm_platform_settings s where s.tenant_id = $1))`,
});

const Changed = z.object({
  premiumPriceMinor: z._default(z.int(), DEFAULT_PLATFORM.premiumPriceMinor),
  enterprisePriceMinor: z._default(z.int(), DEFAULT_PLATFORM.enterprisePriceMinor),
  trialDays: z._default(z.int(), DEFAULT_PLATFORM.trialDays),
  maintenanceBanner: z._default(z.nullable(z.string()), DEFAULT_PLATFORM.maintenanceBanner),
});

export const readSettings = (settings: unknown) => Changed.parse(settings);

export function toSettings({ settings, version }: SettingsRow): PlatformSettings {
  const { premiumPriceMinor, enterprisePriceMinor, trialDays, maintenanceBanner } =
    readSettings(settings);
  return {
    premium_price: toDecimal(premiumPriceMinor),
    enterprise_price: toDecimal(enterprisePriceMinor),
    trial_days: trialDays,
    maintenance_banner: maintenanceBanner,
    version,
  };
}
