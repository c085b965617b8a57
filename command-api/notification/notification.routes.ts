import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import type { EventStore, ShellRejectionCode } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { ReadNotificationsRequest } from "#kernel/contract/api/notification.ts";
import { NotificationId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { changeNotifications } from "./change-notifications.ts";
import type { NotificationCommand } from "./notifications.ts";

export type NotificationRoutesOptions = Readonly<{
  store: EventStore;
  contexts: CommandContexts;
}>;

const notificationTexts: RejectionTexts<"notification-not-found" | ShellRejectionCode> = {
  ...shellTexts,
  "notification-not-found": "Notification not found",
};

const toId = (text: string): NotificationId[] => {
  const { data } = NotificationId.safeParse(text);
  return data === undefined ? [] : [data];
};

/** Always the actor's own notifications, whatever their role. */
export const notificationRoutes: Routes<NotificationRoutesOptions> = async (
  app,
  { store, contexts },
) => {
  const schema = { headers: CommandHeaders, response: { 200: WriteResult } };

  const change = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { command, message }: Readonly<{ command: NotificationCommand; message: string }>,
  ) => {
    requireRight(request, "see-lists");
    const outcome = await changeNotifications(store, await contexts.of(request), command);
    if (isRejection(outcome)) return sendRejection(reply, outcome, notificationTexts);
    return { success: true as const, message, data: { id: request.actor.userId } };
  };

  app.post(
    "/api/v1/notifications/read",
    { schema: { ...schema, body: ReadNotificationsRequest } },
    async (request, reply) => {
      const { userId } = request.actor;
      const { body } = request;
      const ids = "ids" in body ? { ids: body.ids.flatMap(toId) } : {};
      const command = { type: "ReadNotifications", userId, ...ids } as const;
      return change(request, reply, { command, message: "Marked as read" });
    },
  );

  app.delete(
    "/api/v1/notifications/:id",
    { schema: { ...schema, params: z.object({ id: IdInput }) } },
    async (request, reply) => {
      const { userId } = request.actor;
      const id = NotificationId.safeParse(request.params.id).data;
      if (!id) return sendRejection(reply, reject("notification-not-found"), notificationTexts);
      const command = { type: "DismissNotification", userId, id } as const;
      return change(request, reply, { command, message: "Dismissed" });
    },
  );

  app.delete("/api/v1/notifications", { schema }, async (request, reply) => {
    const { userId } = request.actor;
    const command = { type: "ClearNotifications", userId } as const;
    return change(request, reply, { command, message: "Cleared" });
  });
};
