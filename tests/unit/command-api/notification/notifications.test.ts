import { describe, expect, test } from "vitest";

import {
  MOST_KEPT,
  type Notice,
  type NotificationEvent,
  notifications,
} from "#command-api/notification/notifications.ts";
import { NotificationId } from "#kernel/contract/ids.ts";
import { givenFor } from "#tests/kit/builders/given.ts";
import { CASHIER as userId, id } from "#tests/kit/builders/shop-log.ts";

const given = givenFor(notifications);
const idOf = (n: number) => NotificationId.parse(id(n));
const notice = (n: number): Notice => ({
  notificationId: idOf(n),
  type: "info",
  title: "Low stock",
  message: "Something",
  icon: "info",
});
const raised = (n: number): NotificationEvent => ({
  type: "NotificationRaised",
  data: { userId, ...notice(n) },
});
const read = (...ids: number[]): NotificationEvent => ({
  type: "NotificationRead",
  data: { userId, notificationIds: ids.map(idOf) },
});

describe("a notification", () => {
  test("is raised once", () => {
    const raise = { type: "RaiseNotifications", userId, notices: [notice(1), notice(2)] } as const;
    given().when(raise).thenEvents(raised(1), raised(2));
    given(raised(1)).when(raise).thenEvents(raised(2));
  });
  test("is marked as read if it exists and is unread", () => {
    const all = { type: "ReadNotifications", userId } as const;
    given(raised(1), raised(2), read(1)).when(all).thenEvents(read(2));
    given(raised(1), raised(2))
      .when({ ...all, ids: [idOf(2), idOf(9)] })
      .thenEvents(read(2));
    given(raised(1), read(1)).when(all).thenNothing();
  });
  test("is dismissed if it exists", () => {
    const dismiss = { type: "DismissNotification", userId, id: idOf(1) } as const;
    const dismissed: NotificationEvent = {
      type: "NotificationDismissed",
      data: { userId, notificationId: idOf(1) },
    };
    given(raised(1)).when(dismiss).thenEvents(dismissed);
    given(raised(1), dismissed).when(dismiss).thenRejected("notification-not-found");
  });
  test("is cleared if there is any", () => {
    const clear = { type: "ClearNotifications", userId } as const;
    const cleared: NotificationEvent = { type: "NotificationsCleared", data: { userId } };
    given(raised(1)).when(clear).thenEvents(cleared);
    given(raised(1), cleared).when(clear).thenNothing();
  });
  test("is kept only among the newest hundred", () => {
    const history = Array.from({ length: MOST_KEPT + 1 }, (_, n) => raised(n));
    const { notices } = history.reduce(notifications.evolve, notifications.initialState);
    expect(notices.map((one) => one.id)).toEqual(history.slice(1).map((_, n) => idOf(n + 1)));
  });
});
