import { initialsOf } from "#web/format/names.ts";
import type { Session } from "#web/state/session.ts";
import { Avatar } from "#web/ui/layout/avatar.tsx";

import * as styles from "./topbar.css.ts";

const fullName = ({ user }: Session): string => `${user.first_name} ${user.last_name}`.trim();

type WhoProps = { session: Session; more?: string | undefined; beside?: boolean };

export function Who({ session, more, beside = false }: WhoProps) {
  const { first_name: first, last_name: last } = session.user;
  return (
    <span className={beside ? styles.whoBeside : styles.who}>
      <Avatar initials={initialsOf(first, last)} small={beside} />
      <span className={styles.whoText}>
        <b className={styles.whoName}>{fullName(session)}</b>
        {more !== undefined && <span className={styles.whoMore}>{more}</span>}
      </span>
    </span>
  );
}
