import type { FastifyReply, FastifyRequest } from "fastify";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { ChangeBusinessSettingsRequest } from "#kernel/contract/api/business-settings.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import {
  ChangeNotificationSettingsRequest,
  UpdateNotificationSettingsRequest,
} from "#kernel/contract/api/settings.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { texts } from "#kernel/contract/texts.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { changeBusinessSettings, changeNotificationSettings } from "./change-settings.ts";

export type SettingsRoutesOptions = Readonly<{ store: EventStore; contexts: CommandContexts }>;

export const settingsRoutes: Routes<SettingsRoutesOptions> = async (app, { store, contexts }) => {
  const schema = { headers: CommandHeaders, response: { 200: WriteResult } };
  const written = ({ actor }: FastifyRequest, message: string) => ({
    success: true as const,
    message,
    data: { id: actor.tenantId },
  });

  app.put(
    "/api/v1/settings/business",
    { schema: { ...schema, body: ChangeBusinessSettingsRequest } },
    async (request, reply) => {
      requireRight(request, "change-business-settings");
      const context = await contexts.of(request);
      const outcome = await changeBusinessSettings(store, context, toBusiness(request.body));
      if (isRejection(outcome)) return sendRejection(reply, outcome, shellTexts);
      return written(request, texts.settings.businessUpdated);
    },
  );

  const changeNotifications = async (
    request: FastifyRequest<{ Body: UpdateNotificationSettingsRequest }>,
    reply: FastifyReply,
  ) => {
    requireRight(request, "notification-settings");
    const context = await contexts.of(request);
    const outcome = await changeNotificationSettings(store, context, toSettings(request.body));
    if (isRejection(outcome)) return sendRejection(reply, outcome, shellTexts);
    return written(request, texts.settings.notificationsUpdated);
  };
  app.put(
    "/api/v1/settings/notifications",
    { schema: { ...schema, body: ChangeNotificationSettingsRequest } },
    changeNotifications,
  );
  app.post(
    "/api/notifications/update-settings",
    { schema: { ...schema, body: UpdateNotificationSettingsRequest } },
    changeNotifications,
  );
};

const toBusiness = (body: ChangeBusinessSettingsRequest) => ({
  businessName: body.business_name,
  phone: body.phone,
  email: body.email,
  address: body.address,
  currency: body.currency,
  timezone: body.timezone,
  taxRateBp: body.tax_rate,
  taxProfile: body.tax_profile,
  tin: body.tin,
  taxMode: body.tax_mode,
  receiptFooter: body.receipt_footer,
  oversellPolicy: body.oversell_policy,
  offlineDays: body.offline_days,
  offlineApprovalMinor: body.offline_approval_limit,
  discountLimitBp: body.discount_limit,
  stockRuleChosen: body.stock_rule_chosen,
  firstStepsHidden: body.first_steps_hidden,
  receiptLinks: body.receipt_links,
  cashiersSeeTakings: body.cashiers_see_takings,
});

const toSettings = (body: UpdateNotificationSettingsRequest) => ({
  emailNotifications: body.email_notifications,
  lowStockAlerts: body.low_stock_alerts,
  salesReports: body.sales_reports,
  paymentNotifications: body.payment_notifications,
  systemAlerts: body.system_alerts,
  customerNotifications: body.customer_notifications,
  lowStockThreshold: body.low_stock_threshold,
  reportFrequency: body.report_frequency,
});
