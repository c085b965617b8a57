import { dateFormat } from "#web/format/date-format.ts";
import { isVisit, type Session } from "#web/state/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineNote } from "#web/ui/feedback/state.tsx";

import * as styles from "./shell.css.ts";
import { useLogout } from "./use-logout.ts";

/** Shown on every page of a shop while a super admin is viewing it. */
function VisitNote({ session }: { session: Session }) {
  const leave = useLogout();
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
  dateFormat({ hour: "2-digit", minute: "2-digit" }).format(new Date(iso));

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

/** Both, if a super admin is viewing a shop that waits for approval. */
export function ShellNote({ session }: { session: Session }) {
  return (
    <>
      {isVisit(session) && <VisitNote session={session} />}
      {session.tenant.status === "pending" && <Pending />}
    </>
  );
}
