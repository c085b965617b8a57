import * as z from "zod/mini";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { ReportFrequency } from "#kernel/contract/choices.ts";
import { DEFAULT_NOTIFICATIONS as defaults } from "#kernel/contract/default-settings.ts";
import { CommandId, StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";
import { remembering } from "#kernel/node/remember.ts";

import { type TenantRules, tenantRulesStreams, toTenantRules } from "./tenant-rules.ts";

/** The notification settings of a tenant, with the defaults for what was never set. */
const AlertSettings = z.object({
  emailNotifications: z._default(z.boolean(), defaults.emailNotifications),
  lowStockAlerts: z._default(z.boolean(), defaults.lowStockAlerts),
  salesReports: z._default(z.boolean(), defaults.salesReports),
  paymentNotifications: z._default(z.boolean(), defaults.paymentNotifications),
  systemAlerts: z._default(z.boolean(), defaults.systemAlerts),
  customerNotifications: z._default(z.boolean(), defaults.customerNotifications),
  lowStockThreshold: z._default(z.int(), defaults.lowStockThreshold),
  reportFrequency: z._default(ReportFrequency, defaults.reportFrequency),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

export const notificationSettingsStream = remembering((tenantId: TenantId): StreamId =>
  StreamId.parse(derivedId(tenantId, "notification-settings")),
);

const toAlertSettings = (head: Head | undefined): AlertSettings =>
  AlertSettings.parse(head?.state ?? {});

/** For work that follows from events and has no command of its own. */
export async function readTenant(
  { load }: Pick<EventStore, "load">,
  tenantId: TenantId,
): Promise<Readonly<{ rules: TenantRules; alerts: AlertSettings }> | undefined> {
  const { heads } = await load({
    tenantId,
    commandId: CommandId.parse(tenantId), // no command has this id
    streams: [...tenantRulesStreams(tenantId), notificationSettingsStream(tenantId)],
  });
  const [tenant, settings, alerts] = heads;
  if (tenant?.state === undefined) return undefined;
  return { rules: toTenantRules(tenant, settings), alerts: toAlertSettings(alerts) };
}
