import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { notificationSettingsStream } from "#command-api/tenant-rules/alert-settings.ts";
import { businessSettingsStream, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";

import { type BusinessSettings, businessSettings } from "./business-settings.ts";
import { type NotificationSettings, notificationSettings } from "./notification-settings.ts";

type Outcome = Promise<Accepted | Rejection<ShellRejectionCode>>;

/** Settings that the first release of the log did not have. */
const LATER_SETTINGS = [
  "offlineDays",
  "offlineApprovalMinor",
  "discountLimitBp",
  "stockRuleChosen",
  "firstStepsHidden",
  "receiptLinks",
  "taxProfile",
  "tin",
  "cashiersSeeTakings",
  "taxMode",
] as const satisfies readonly (keyof BusinessSettings)[];

export function changeBusinessSettings(
  store: EventStore,
  context: CommandContext,
  wanted: BusinessSettings,
): Outcome {
  const streamId = businessSettingsStream(context.tenantId);
  return handleCommand<never>(store, context, {
    streams: [streamId, context.tenantId],
    // An older process would drop these settings from its snapshot and its read model.
    format: LATER_SETTINGS.some((name) => wanted[name] !== undefined) ? 2 : 1,
    decide: ([head = NO_HEAD, tenant]) => {
      const {
        name: businessName,
        currency,
        timezone,
        cashiersSeeTakings = DEFAULT_BUSINESS.cashiersSeeTakings,
      } = toTenantRules(tenant, undefined);
      const registered = { businessName, currency, timezone, cashiersSeeTakings };
      const command = { type: "ChangeBusinessSettings", wanted, registered } as const;
      return planStream({ decider: businessSettings, streamId, head, command });
    },
  });
}

export function changeNotificationSettings(
  store: EventStore,
  context: CommandContext,
  wanted: NotificationSettings,
): Outcome {
  const streamId = notificationSettingsStream(context.tenantId);
  return handleCommand<never>(store, context, {
    streams: [streamId],
    decide: ([head = NO_HEAD]) => {
      const command = { type: "ChangeNotificationSettings", wanted } as const;
      return planStream({ decider: notificationSettings, streamId, head, command });
    },
  });
}
