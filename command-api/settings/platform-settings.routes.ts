import {
  type CommandContext,
  type EventStore,
  handleCommand,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { PLATFORM_SETTINGS_STREAM } from "#command-api/tenant-rules/trial-period.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { ChangePlatformSettingsRequest } from "#kernel/contract/api/platform/settings.ts";
import { PLATFORM_TENANT_ID } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";

import { platformSettings, type PlatformValues } from "./platform-settings.ts";

/** For super admins. */
export const platformSettingsRoutes: Routes<
  Readonly<{ store: EventStore; contexts: CommandContexts }>
> = async (app, { store, contexts }) => {
  app.put(
    "/api/v1/platform/settings",
    {
      schema: {
        headers: CommandHeaders,
        body: ChangePlatformSettingsRequest,
        response: { 200: WriteResult },
      },
    },
    async (request, reply) => {
      const outcome = await change(store, await contexts.of(request), toValues(request.body));
      if (isRejection(outcome)) return sendRejection(reply, outcome, shellTexts);
      return {
        success: true as const,
        message: "Global settings updated",
        data: { id: PLATFORM_TENANT_ID },
      };
    },
  );
};

const change = (store: EventStore, context: CommandContext, wanted: PlatformValues) =>
  handleCommand<never>(
    store,
    { ...context, tenantId: PLATFORM_TENANT_ID },
    {
      streams: [PLATFORM_SETTINGS_STREAM],
      decide: ([head = NO_HEAD]) => {
        const command = { type: "ChangePlatformSettings", wanted } as const;
        return planStream({
          decider: platformSettings,
          streamId: PLATFORM_SETTINGS_STREAM,
          head,
          command,
        });
      },
    },
  );

const toValues = (body: ChangePlatformSettingsRequest): PlatformValues => ({
  premiumPriceMinor: body.premium_price,
  enterprisePriceMinor: body.enterprise_price,
  trialDays: body.trial_days,
  maintenanceBanner: body.maintenance_banner,
});
