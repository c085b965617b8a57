import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { Count } from "#kernel/contract/api/listing.ts";
import { MailLog } from "#kernel/contract/api/mail.ts";
import { Notifications } from "#kernel/contract/api/notification.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { MAILS, NOTIFICATIONS, toMailItem, toNotificationItem } from "./notifications.query.ts";

const MAX_MAILS = 100;
const DEFAULT_MAILS = 50;

const MailQuery = z.object({ limit: z.optional(Count) });

export const notificationRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/notifications/logs",
    { schema: { querystring: MailQuery, response: { 200: success(MailLog) } } },
    (request, reply) => {
      requireRight(request, "notification-settings");
      return answer(reads, request, reply, {
        question: MAILS,
        args: { limit: Math.min(request.query.limit ?? DEFAULT_MAILS, MAX_MAILS) },
        toData: (rows) => ({ notifications: rows.map(toMailItem) }),
      });
    },
  );

  app.get(
    "/api/v1/notifications",
    { schema: { response: { 200: success(Notifications) } } },
    (request, reply) => {
      requireRight(request, "see-lists");
      return answer(reads, request, reply, {
        question: NOTIFICATIONS,
        args: { userId: request.actor.userId },
        toData: (rows) => ({
          notifications: rows.map(toNotificationItem),
          unread: rows.filter(({ is_read }) => !is_read).length,
        }),
      });
    },
  );
};
