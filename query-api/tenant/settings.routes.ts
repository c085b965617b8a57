import { success } from "#kernel/contract/api/envelope.ts";
import { NotificationSettings, Settings } from "#kernel/contract/api/settings.ts";
import { can } from "#kernel/contract/rights.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { SETTINGS, toNotifications, toSettings } from "./settings.query.ts";

export const settingsRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/settings",
    { schema: { response: { 200: success(Settings) } } },
    (request, reply) => {
      requireRight(request, "see-settings");
      const maySeeNotifications = can(request.actor.role, "notification-settings");
      return answer(reads, request, reply, {
        question: SETTINGS,
        args: {},
        toData: (row) => toSettings(row, maySeeNotifications),
      });
    },
  );

  app.get(
    "/api/notifications",
    { schema: { response: { 200: success(NotificationSettings) } } },
    (request, reply) => {
      requireRight(request, "notification-settings");
      return answer(reads, request, reply, {
        question: SETTINGS,
        args: {},
        toData: toNotifications,
      });
    },
  );
};
