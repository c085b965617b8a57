import { useIsMutating } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";

import { texts } from "#kernel/contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import { Bell } from "#web/features/notifications/bell.tsx";
import { counted } from "#web/format/counts.ts";
import { SyncMark } from "#web/parts/sync-mark.tsx";
import { past } from "#web/state/past.ts";
import { isSuperAdmin, isVisit, type Session } from "#web/state/session.ts";
import { useUnsentSales } from "#web/sync/use-sale-outbox.ts";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { SlideOver } from "#web/ui/overlay/dialog.tsx";

import { MenuContent } from "./sidebar.tsx";
import * as styles from "./topbar.css.ts";
import type { Line } from "./use-line.ts";
import { useLogout } from "./use-logout.ts";
import { Who } from "./who.tsx";

/**
 * Shows whether everything has reached the server. Failed saves are shown in their own dialogs;
 * sales without a response are being sent again.
 */
function SyncState({ line }: { line: Line }) {
  const saving = useIsMutating({ predicate: ({ options }) => options.mutationKey !== BELL }) > 0;
  const { waiting, refused } = useUnsentSales();
  const unsent = waiting.length + refused.length;
  if (line === "offline") return <SyncMark lost>Offline</SyncMark>;
  if (line === "down") return <SyncMark lost>No connection</SyncMark>;
  if (unsent > 0) return <SyncMark lost>{counted(unsent, "sale")} not confirmed</SyncMark>;
  return <SyncMark>{saving ? "Saving…" : "All sales saved"}</SyncMark>;
}

const BELL = keys.notifications.change;

const PLATFORM = "Platform";

/**
 * Notifications are current and personal, so there are none for past dates and for a super admin
 * viewing a shop.
 */
const hasNotifications = (session: Session): boolean => !isVisit(session) && !past.get();

const placeOf = (session: Session): string =>
  isSuperAdmin(session) ? PLATFORM : session.tenant.name;

type TopbarProps = { session: Session; line: Line };

/** The top bar beside the sidebar: the shop and the person. */
export function WideTopbar({ session, line }: TopbarProps) {
  const logout = useLogout();
  return (
    <header className={styles.topbar({ on: "page" })}>
      <span className={styles.shop}>
        <b className={styles.shopName}>{placeOf(session)}</b>
        {isSuperAdmin(session) && line === "up" ? <Logged /> : <SyncState line={line} />}
      </span>
      <Who session={session} beside />
      {hasNotifications(session) && <Bell />}
      <Button tone="ghost" icon="logout" busy={logout.isPending} onClick={() => logout.mutate()}>
        Logout
      </Button>
    </header>
  );
}

/** Reminds super admins that their actions are logged. */
function Logged() {
  return <SyncMark>{texts.platform.logged}</SyncMark>;
}

/** The top bar of a small screen, with a slide-over menu. */
export function NarrowTopbar({ session }: { session: Session }) {
  const logout = useLogout();
  const [path] = useLocation();
  // Navigation closes the menu.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === path;
  const close = () => setOpenAt(undefined);
  const isDeep = isSuperAdmin(session);
  return (
    <header className={styles.topbar({ on: isDeep ? "deep" : "surface" })}>
      <IconButton
        icon="menu"
        label="Open menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpenAt(path)}
      />
      <SlideOver
        open={open}
        label="Menu"
        closeLabel="Close menu"
        ground={isDeep ? "deep" : "page"}
        onClose={close}
      >
        <MenuContent session={session} place="menu" onFollow={close} />
      </SlideOver>
      <Who session={session} more={placeOf(session)} />
      {hasNotifications(session) && <Bell />}
      <IconButton
        icon="logout"
        label="Logout"
        busy={logout.isPending}
        onClick={() => logout.mutate()}
      />
    </header>
  );
}
