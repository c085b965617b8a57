import { Link } from "wouter";

import { ParkPress, Press, RecallPress } from "#web/features/sell/cart/cart-tools.tsx";
import { initialsOf } from "#web/format/people.ts";
import { landingPath } from "#web/links.ts";
import { SyncMark } from "#web/parts/sync-mark.tsx";
import { useOnline } from "#web/state/store.ts";
import { useSession } from "#web/state/use-session.ts";
import { useUnsentSales } from "#web/sync/use-sale-outbox.ts";
import { Icon } from "#web/ui/icon/icon.tsx";
import { Avatar } from "#web/ui/layout/avatar.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./till/sell.css.ts";
import { useSell } from "./till/use-selling.ts";

/** `wide`: the cart is next to the products and has its own tools. */
export function SellHead({ wide }: { wide: boolean }) {
  const session = useSession();
  const { sheets, isEmpty, payment } = useSell();
  if (session === undefined) return undefined;
  const { user, tenant } = session;
  return (
    <header className={styles.head}>
      <Link
        className={styles.press}
        href={landingPath(user.role)}
        aria-label="Leave the till"
        onClick={(event) => payment.sending && event.preventDefault()}
      >
        <Icon name="arrowLeft" />
      </Link>
      <span className={styles.shop}>
        <h1>Sell</h1>
        <span className={styles.shopName}>{tenant.name}</span>
      </span>
      <Sync />
      {wide ? (
        <Press icon="keyboard" label="Keys" onPress={() => sheets.open({ is: "keys" })} />
      ) : (
        <>
          {!isEmpty && <ParkPress />}
          <RecallPress />
        </>
      )}
      <Avatar small initials={initialsOf(user.first_name, user.last_name)} />
      <VisuallyHidden>
        Cashier {user.first_name} {user.last_name}
      </VisuallyHidden>
    </header>
  );
}

/** Shows whether all sales have reached the server. */
function Sync() {
  const { sheets } = useSell();
  const online = useOnline();
  const { waiting, refused } = useUnsentSales();
  const count = waiting.length + refused.length;
  if (count > 0) {
    return (
      <button type="button" className={styles.unsent} onClick={() => sheets.open({ is: "unsent" })}>
        <Icon name="unsent" size="small" />
        {refused.length > 0 ? `${refused.length} refused` : `${count} to send`}
      </button>
    );
  }
  return online ? <SyncMark>Online</SyncMark> : <SyncMark lost>Offline</SyncMark>;
}
