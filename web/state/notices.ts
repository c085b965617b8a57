import * as z from "zod/mini";

import { NotificationItem } from "#kernel/contract/api/notification.ts";
import type { NotificationType } from "#kernel/contract/choices.ts";
import { texts } from "#kernel/contract/texts.ts";

import { session } from "./session.ts";
import { createStore } from "./store.ts";

const STORED_AS = "notices";
const MOST_KEPT = 100;
const ICONS: Record<NotificationType, string> = {
  success: "check-circle",
  error: "alert-circle",
  warning: "alert-triangle",
  info: "info",
};

/** `about` is the id of the item that the notification's action opens. */
const Notice = z.extend(NotificationItem, { about: z.optional(z.string()) });
export type Notice = z.infer<typeof Notice>;

const Stored = z.object({ owner: z.string(), notices: z.array(Notice) });

type Notices = readonly Notice[];
type NoticeInput = Readonly<{
  message: string;
  type?: NotificationType;
  title?: string;
  action?: string;
  about?: string;
}>;

const ownerNow = (): string => session.get()?.user.id ?? "";

/**
 * Notifications made by the app itself, for example the result of a save. They are listed with
 * those of the server, live as long as the tab, and are shown only to the person who was signed
 * in.
 */
function createNotices() {
  const read = (owner: string): Notices => {
    try {
      const stored = Stored.safeParse(JSON.parse(sessionStorage.getItem(STORED_AS) ?? ""));
      return stored.success && stored.data.owner === owner ? stored.data.notices : [];
    } catch {
      return [];
    }
  };
  let owner = ownerNow();
  const store = createStore(read(owner));

  const publish = (next: Notices) => {
    const kept = next.slice(0, MOST_KEPT);
    try {
      sessionStorage.setItem(STORED_AS, JSON.stringify({ owner, notices: kept }));
    } catch {
      // Without storage they live as long as the page.
    }
    store.set(kept);
  };
  session.subscribe(() => {
    if (owner === ownerNow()) return;
    owner = ownerNow();
    publish(read(owner));
  });

  const raise = (input: NoticeInput) => {
    const { message, type = "info", title = texts.notifications.systemTitle, ...rest } = input;
    const id = crypto.randomUUID();
    const timestamp = new Date().toISOString();
    const notice = { id, timestamp, read: false, type, title, message, icon: ICONS[type] };
    publish([{ action: null, ...notice, ...rest }, ...store.get()]);
  };

  return {
    raise,
    update: (change: (kept: Notices) => Notices) => publish(change(store.get())),
    has: (id: string) => store.get().some((one) => one.id === id),
    get: store.get,
    subscribe: store.subscribe,
  };
}

export const notices = createNotices();
