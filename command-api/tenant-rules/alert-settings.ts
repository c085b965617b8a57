import * as z from "zod/mini";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { ReportFrequency } from "#kernel/contract/choices.ts";
import { DEFAULT_NOTIFICATIONS as defaults } from "#kernel/contract/default-settings.ts";
import { CommandId, StreamId, type TenantId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { type Shop, shopStreams, toShop } from "./tenant-rules.ts";

/** The notification settings of a shop as they stand. */
const Alerts = z.object({
  emailNotifications: z._default(z.boolean(), defaults.emailNotifications),
  lowStockAlerts: z._default(z.boolean(), defaults.lowStockAlerts),
  salesReports: z._default(z.boolean(), defaults.salesReports),
  paymentNotifications: z._default(z.boolean(), defaults.paymentNotifications),
  systemAlerts: z._default(z.boolean(), defaults.systemAlerts),
  lowStockThreshold: z._default(z.int(), defaults.lowStockThreshold),
  reportFrequency: z._default(ReportFrequency, defaults.reportFrequency),
});
export type Alerts = z.infer<typeof Alerts>;

export const notificationSettingsStream = (tenantId: TenantId): StreamId =>
  StreamId.parse(derivedId(tenantId, "notification-settings"));

const toAlerts = (head: Head | undefined): Alerts => Alerts.parse(head?.state ?? {});

/** A shop and what it wants to be told, for what nobody asked for and yet has to be done. */
export async function readShop(
  { load }: Pick<EventStore, "load">,
  tenantId: TenantId,
): Promise<Readonly<{ shop: Shop; alerts: Alerts }> | undefined> {
  const { heads } = await load({
    tenantId,
    commandId: CommandId.parse(tenantId), // of no command
    streams: [...shopStreams(tenantId), notificationSettingsStream(tenantId)],
  });
  const [tenant, settings, alerts] = heads;
  if (tenant?.state === undefined) return undefined;
  return { shop: toShop(tenant, settings), alerts: toAlerts(alerts) };
}
