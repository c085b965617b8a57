import { texts } from "#kernel/contract/texts.ts";
import { isSuperAdmin } from "#web/api/session.ts";
import type { Session } from "#web/api/session.ts";
import { Brand } from "#web/ui/brand.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { deep } from "#web/ui/deep.css.ts";
import { ThemeSegments } from "#web/ui/theme-segments.tsx";

import { landingPath } from "./links.ts";
import { NavList } from "./nav-list.tsx";
import * as styles from "./nav.css.ts";
import { useLogout } from "./use-logout.ts";
import { roleText, Who } from "./who.tsx";

export function Sidebar({ session }: { session: Session }) {
  return (
    <aside className={isSuperAdmin(session) ? `${styles.sidebar} ${deep}` : styles.sidebar}>
      <MenuContent session={session} place="sidebar" />
    </aside>
  );
}

type MenuContentProps = { session: Session; place: "sidebar" | "menu"; onFollow?: () => void };

/** The same in the sidebar and in the slide-over. */
export function MenuContent({ session, place, onFollow }: MenuContentProps) {
  const logout = useLogout();
  const { role } = session.user;
  const isDeep = isSuperAdmin(session);
  return (
    <>
      <div className={styles.brand}>
        <Brand name={texts.product} href={landingPath(role)} ground={isDeep ? "deep" : "page"} />
      </div>
      <NavList session={session} place={place} {...(onFollow === undefined ? {} : { onFollow })} />
      <div className={styles.foot}>
        <div className={styles.theme}>
          <ThemeSegments />
        </div>
        <div className={styles.person}>
          <Who session={session} more={roleText(role)} />
          <IconButton
            icon="logout"
            label="Logout"
            busy={logout.isPending}
            onClick={() => logout.mutate()}
          />
        </div>
      </div>
    </>
  );
}
