import { Suspense, type ReactNode } from "react";
import { useLocation } from "wouter";

import { useAsOfMs } from "#web/api/kept-query.ts";
import { useSeesTakings } from "#web/api/settings.ts";
import { NoAccess } from "#web/app/guards.tsx";
import { receivedTime } from "#web/format/times.ts";
import { pageAt, pages } from "#web/pages.ts";
import { useFirstScreen } from "#web/state/first-screen.ts";
import { useNow, usePast } from "#web/state/past.ts";
import { isSuperAdmin, isVisit, type Session } from "#web/state/session.ts";
import { useSaleOutbox } from "#web/sync/use-sale-outbox.ts";
import { SIDEBAR } from "#web/theme/media.ts";
import { appIcons } from "#web/ui/icon/app-icons.ts";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { useMedia } from "#web/ui/layout/use-media.ts";

import { minorPart } from "./minor-part.ts";
import { PastPart } from "./past-part.tsx";
import * as styles from "./shell.css.ts";
import { Sidebar } from "./sidebar.tsx";
import "./static-frame.css.ts";
import { Tabbar } from "./tabbar.tsx";
import { NarrowTopbar, WideTopbar } from "./topbar.tsx";
import { useLine, type Line } from "./use-line.ts";

addIcons(appIcons);

/** Few people see them. */
const ShellNote = minorPart(async () => (await import("./shell-notes.tsx")).ShellNote);

/** What it says concerns no first screen. */
const ShellStrip = minorPart(async () => (await import("./shell-strip.tsx")).ShellStrip);

/**
 * Renders only the navigation for this width: two links with the same name would confuse screen
 * readers.
 */
export function AppShell({ session, children }: { session: Session; children: ReactNode }) {
  const wide = useMedia(SIDEBAR);
  const platform = isSuperAdmin(session);
  const hasNote = isVisit(session) || (session.tenant.status === "pending" && !platform);
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
        <Suspense>{hasNote && <ShellNote session={session} />}</Suspense>
        <PastPart role={session.user.role}>
          <OpenPage role={session.user.role}>{children}</OpenPage>
        </PastPart>
      </main>
      {!wide && !platform && <Tabbar role={session.user.role} />}
      <AsOf line={line} />
      <Suspense>{isShown && <ShellStrip line={line} />}</Suspense>
    </div>
  );
}

type OpenPageProps = { role: string; children: ReactNode };

/** The page, unless it is the dashboard of a cashier to whom the owner does not show the takings. */
function OpenPage({ role, children }: OpenPageProps) {
  const [path] = useLocation();
  const seesTakings = useSeesTakings();
  if (seesTakings || pageAt(path) !== pages.dashboard) return children;
  if (seesTakings === undefined) return <PageHead title={pages.dashboard.title} />;
  return (
    <Suspense>
      <NoAccess role={role} />
    </Suspense>
  );
}

/** Says how old the figures are while the new ones are on their way. It covers no control. */
function AsOf({ line }: { line: Line }) {
  const asOfMs = useAsOfMs();
  const now = useNow();
  if (asOfMs === undefined || line !== "up") return undefined;
  return <output className={styles.asOf}>As of {receivedTime(asOfMs, now)}</output>;
}
