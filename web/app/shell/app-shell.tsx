import { lazy, Suspense, type ReactNode } from "react";

import { useAsOfMs } from "#web/api/kept-query.ts";
import { receivedTime } from "#web/format/times.ts";
import { useFirstScreen } from "#web/state/first-screen.ts";
import { useNow, usePast } from "#web/state/past.ts";
import { isSuperAdmin, isVisit, type Session } from "#web/state/session.ts";
import { useSaleOutbox } from "#web/sync/use-sale-outbox.ts";
import { SIDEBAR } from "#web/theme/media.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineNote } from "#web/ui/feedback/state.tsx";
import { appIcons } from "#web/ui/icon/app-icons.ts";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { useMedia } from "#web/ui/layout/use-media.ts";

import { PastPart } from "./past-part.tsx";
import * as styles from "./shell.css.ts";
import { Sidebar } from "./sidebar.tsx";
import "./static-frame.css.ts";
import { Tabbar } from "./tabbar.tsx";
import { NarrowTopbar, WideTopbar } from "./topbar.tsx";
import { useLine, type Line } from "./use-line.ts";
import { useLogout } from "./use-logout.ts";

/** Shown on every page of a shop while a super admin is viewing it. */
function VisitNote({ session }: { session: Session }) {
  const leave = useLogout();
  if (!isVisit(session)) return undefined;
  const { tenant, until } = session;
  return (
    <InlineNote icon="eye">
      <span className={styles.words}>
        <span>
          You are viewing {tenant.name} and can change nothing
          {until !== undefined && `, until ${hourOf(until)}`}. Its owner can see this visit.
        </span>
        <Button scale="compact" busy={leave.isPending} onClick={() => leave.mutate()}>
          Leave
        </Button>
      </span>
    </InlineNote>
  );
}

const hourOf = (iso: string): string =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" }).format(new Date(iso));

addIcons(appIcons);

/** What it says concerns no first screen. */
const ShellStrip = lazy(async () => ({
  default: (await import("./shell-strip.tsx")).ShellStrip,
}));

/**
 * Renders only the navigation for this width: two links with the same name would confuse screen
 * readers.
 */
export function AppShell({ session, children }: { session: Session; children: ReactNode }) {
  const wide = useMedia(SIDEBAR);
  const platform = isSuperAdmin(session);
  // A super admin who is viewing a shop gets no live updates.
  const isShown = useFirstScreen();
  const line = useLine(isShown && !platform && !isVisit(session));
  useSaleOutbox();
  // Renders again when a past date is chosen, because menus and tools differ.
  usePast();
  return (
    <div className={styles.app} data-side={platform ? "platform" : "shop"}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {wide && <Sidebar session={session} />}
      {wide ? <WideTopbar session={session} line={line} /> : <NarrowTopbar session={session} />}
      <main className={styles.main} id="main" tabIndex={-1}>
        <VisitNote session={session} />
        {session.tenant.status === "pending" && !platform && <Pending />}
        <PastPart role={session.user.role}>{children}</PastPart>
      </main>
      {!wide && !platform && <Tabbar role={session.user.role} />}
      <AsOf line={line} />
      <Suspense>{isShown && <ShellStrip line={line} />}</Suspense>
    </div>
  );
}

/**
 * Shown until the platform approves the shop. The server enforces the limits; this note explains
 * them in advance.
 */
function Pending() {
  return (
    <InlineNote icon="info">
      This business is waiting for approval. You can set it up in the meantime; online payments
      start after that.
    </InlineNote>
  );
}

/** Says how old the figures are while the new ones are on their way. It covers no control. */
function AsOf({ line }: { line: Line }) {
  const asOfMs = useAsOfMs();
  const now = useNow();
  if (asOfMs === undefined || line !== "up") return undefined;
  return <output className={styles.asOf}>As of {receivedTime(asOfMs, now)}</output>;
}
