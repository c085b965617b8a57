import type { ReactNode } from "react";

import { usePast } from "#web/state/past.ts";
import { isSuperAdmin, isVisit, type Session } from "#web/state/session.ts";
import { useSaleOutbox } from "#web/sync/use-sale-outbox.ts";
import { SIDEBAR } from "#web/theme/media.ts";
import { InlineNote } from "#web/ui/feedback/state.tsx";
import { appIcons } from "#web/ui/icon/app-icons.ts";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { useMedia } from "#web/ui/layout/use-media.ts";

import { PastPart } from "./past-part.tsx";
import { ShellStrip } from "./shell-strip.tsx";
import * as styles from "./shell.css.ts";
import { Sidebar } from "./sidebar.tsx";
import { Tabbar } from "./tabbar.tsx";
import { NarrowTopbar, WideTopbar } from "./topbar.tsx";
import { useLine } from "./use-line.ts";
import { VisitNote } from "./visit-note.tsx";

addIcons(appIcons);

/** Only the navigation of this width is in the document: two links of one name confuse ears and tests. */
export function AppShell({ session, children }: { session: Session; children: ReactNode }) {
  const wide = useMedia(SIDEBAR);
  const platform = isSuperAdmin(session);
  // A visitor of the platform has no news of their own in a shop.
  const line = useLine(!platform && !isVisit(session));
  useSaleOutbox();
  // Its menus and tools are other ones where the past is looked at.
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
      <ShellStrip line={line} />
    </div>
  );
}

/** Set by the platform; what it stops is refused by the server, and said beforehand. */
function Pending() {
  return (
    <InlineNote icon="info">
      This business is waiting for approval. You can set it up meanwhile; payments through a
      provider begin after it.
    </InlineNote>
  );
}
