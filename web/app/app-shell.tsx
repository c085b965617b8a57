import type { ReactNode } from "react";

import type { Session } from "#web/api/session.ts";
import { SIDEBAR } from "#web/theme/media.ts";
import { appIcons } from "#web/ui/app-icons.ts";
import { Icon } from "#web/ui/icon.tsx";
import { addIcons } from "#web/ui/icons.ts";
import { useMedia } from "#web/ui/use-media.ts";

import * as styles from "./shell.css.ts";
import { Sidebar } from "./sidebar.tsx";
import { Tabbar } from "./tabbar.tsx";
import { NarrowTopbar, WideTopbar } from "./topbar.tsx";
import { useOnline } from "./use-online.ts";

addIcons(appIcons);

/** Only the navigation of this width is in the document: two links of one name confuse ears and tests. */
export function AppShell({ session, children }: { session: Session; children: ReactNode }) {
  const wide = useMedia(SIDEBAR);
  return (
    <div className={styles.app}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      {wide && <Sidebar session={session} />}
      {wide ? <WideTopbar session={session} /> : <NarrowTopbar session={session} />}
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
      {!wide && <Tabbar role={session.user.role} />}
      <OfflineStrip />
    </div>
  );
}

function OfflineStrip() {
  const online = useOnline();
  if (online) return undefined;
  return (
    <output className={styles.offline}>
      <Icon name="offline" />
      <span>
        <b>You are offline.</b> Nothing can be saved until the network is back.
      </span>
    </output>
  );
}
