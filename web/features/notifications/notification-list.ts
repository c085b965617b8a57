import * as z from "zod/mini";

import type { Notice } from "#web/state/notices.ts";

/** `read` without an id means all notifications. */
export const NotificationChange = z.discriminatedUnion("type", [
  z.object({ type: z.literal("read"), id: z.optional(z.string()) }),
  z.object({ type: z.literal("dismiss"), id: z.string() }),
  z.object({ type: z.literal("clear") }),
]);
export type NotificationChange = z.infer<typeof NotificationChange>;

type List = readonly Notice[];

/** The list as it will be after a change that is still being sent. */
export function changed(list: List, change: NotificationChange): List {
  switch (change.type) {
    case "read":
      return list.map((one) =>
        change.id === undefined || one.id === change.id ? { ...one, read: true } : one,
      );
    case "dismiss":
      return list.filter(({ id }) => id !== change.id);
    case "clear":
      return [];
  }
}

/** Newest first, without duplicates. */
export function merged(...lists: readonly List[]): List {
  const byId = new Map(lists.flat().map((one) => [one.id, one]));
  return [...byId.values()].toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));
}

export const unreadIn = (list: List): number => list.filter(({ read }) => !read).length;

const MOST_COUNTED = 99;

export const badgeText = (unread: number): string =>
  unread > MOST_COUNTED ? `${MOST_COUNTED}+` : String(unread);
