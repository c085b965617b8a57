import { Link, useLocation } from "wouter";

import { can } from "#kernel/contract/rights.ts";
import { texts } from "#kernel/contract/texts.ts";
import { roleText } from "#web/format/names.ts";
import { landingPath, links } from "#web/links.ts";
import { past } from "#web/state/past.ts";
import { isSuperAdmin } from "#web/state/session.ts";
import type { Session } from "#web/state/session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { Brand } from "#web/ui/layout/brand.tsx";
import { deep } from "#web/ui/layout/deep.css.ts";
import { ThemeSegments } from "#web/ui/layout/theme-segments.tsx";

import { NavList } from "./nav-list.tsx";
import * as styles from "./nav.css.ts";
import { useLogout } from "./use-logout.ts";
import { Who } from "./who.tsx";

export function Sidebar({ session }: { session: Session }) {
  return (
    <aside className={isSuperAdmin(session) ? `${styles.sidebar} ${deep}` : styles.sidebar}>
      <MenuContent session={session} place="sidebar" />
    </aside>
  );
}

type AccountLinkProps = { session: Session; onFollow: (() => void) | undefined };

/**
 * People of a shop find their account in the settings. The platform has no such page, so the menu
 * links to it.
 */
function AccountLink({ session, onFollow }: AccountLinkProps) {
  const [path] = useLocation();
  const href = links.account();
  return (
    <Link
      href={href}
      className={styles.account}
      aria-current={path === href ? "page" : undefined}
      onClick={onFollow}
    >
      <Who session={session} more={`${roleText(session.user.role)} · Account`} />
    </Link>
  );
}

type MenuContentProps = { session: Session; place: "sidebar" | "menu"; onFollow?: () => void };

/** The content of the sidebar and of the slide-over menu. */
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
      {can(role, "see-audit") && (
        <button
          type="button"
          className={styles.entry({ place })}
          onClick={() => {
            onFollow?.();
            past.open();
          }}
        >
          <Icon name="past" />
          View a past date
        </button>
      )}
      <div className={styles.foot}>
        <div className={styles.theme}>
          <ThemeSegments />
        </div>
        <div className={styles.person}>
          {isDeep ? (
            <AccountLink session={session} onFollow={onFollow} />
          ) : (
            <Who session={session} more={roleText(role)} />
          )}
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
