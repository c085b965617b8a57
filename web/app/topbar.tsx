import { useState } from "react";

import type { Session } from "#web/api/session.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { SlideOver } from "#web/ui/dialog.tsx";

import { MenuContent } from "./sidebar.tsx";
import { SyncState } from "./sync-state.tsx";
import * as styles from "./topbar.css.ts";
import { useLogout } from "./use-logout.ts";
import { Who } from "./who.tsx";

/** Beside the sidebar: the shop, and who is signed in. */
export function WideTopbar({ session }: { session: Session }) {
  const logout = useLogout();
  return (
    <header className={styles.topbar}>
      <span className={styles.shop}>
        <b className={styles.shopName}>{session.tenant.name}</b>
        <SyncState />
      </span>
      <Who session={session} beside />
      <Button tone="ghost" icon="logout" busy={logout.isPending} onClick={() => logout.mutate()}>
        Logout
      </Button>
    </header>
  );
}

/** On a small screen the menu slides over the page. */
export function NarrowTopbar({ session }: { session: Session }) {
  const logout = useLogout();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <header className={styles.topbar}>
      <IconButton
        icon="menu"
        label="Open menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <SlideOver open={open} label="Menu" closeLabel="Close menu" onClose={close}>
        <MenuContent session={session} place="menu" onFollow={close} />
      </SlideOver>
      <Who session={session} more={session.tenant.name} />
      <IconButton
        icon="logout"
        label="Logout"
        busy={logout.isPending}
        onClick={() => logout.mutate()}
      />
    </header>
  );
}
