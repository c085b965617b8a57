import { Link } from "wouter";

import type { SessionUser } from "#kernel/contract/api/session.ts";
import { useSeesTakings } from "#web/api/settings.ts";
import { ParkPress, Press, RecallPress } from "#web/features/sell/cart/cart-tools.tsx";
import { initialsOf } from "#web/format/names.ts";
import { links } from "#web/links.ts";
import { lockTill } from "#web/lock/lock.ts";
import { useSession } from "#web/state/use-session.ts";
import { Icon } from "#web/ui/icon/icon.tsx";
import { Avatar } from "#web/ui/layout/avatar.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import { HeadSync } from "./sync/head-sync.tsx";
import { useOwnTill } from "./sync/use-own-till.ts";
import * as styles from "./till/sell.css.ts";
import { useSell } from "./till/use-selling.ts";

/** `wide`: the cart is next to the products and has its own tools. */
export function SellHead({ wide }: { wide: boolean }) {
  const session = useSession();
  const { sheets, isEmpty, payment, stage } = useSell();
  const { number } = useOwnTill();
  const seesTakings = useSeesTakings(false);
  if (session === undefined) return undefined;
  const { user, tenant } = session;
  return (
    <header className={styles.head}>
      {stage.at === "selling" && <SkipToCart />}
      <Link
        className={styles.press}
        href={seesTakings ? links.dashboard() : links.sales()}
        aria-label="Leave the till"
        onClick={(event) => payment.isUnderWay() && event.preventDefault()}
      >
        <Icon name="arrowLeft" />
      </Link>
      <span className={styles.shop}>
        <h1>Sell</h1>
        <span className={styles.shopName}>
          {number === undefined ? tenant.name : `Till ${number}, ${tenant.name}`}
        </span>
      </span>
      <HeadSync />
      {wide ? (
        <Press icon="keyboard" label="Keys" onPress={() => sheets.open({ is: "keys" })} />
      ) : (
        <>
          {!isEmpty && <ParkPress />}
          <RecallPress />
        </>
      )}
      <Seller user={user} wide={wide} />
    </header>
  );
}

/** Past every product, for people who use the keyboard. */
function SkipToCart() {
  return (
    <button
      type="button"
      className={styles.skip}
      onClick={() => document.querySelector<HTMLElement>("#cart")?.focus()}
    >
      Skip to the cart
    </button>
  );
}

type SellerProps = { user: SessionUser; wide: boolean };

/** Who sells. If others sell here too, a press locks the till for the next one. */
function Seller({ user, wide }: SellerProps) {
  const { canLock, payment } = useSell();
  const name = `${user.first_name} ${user.last_name}`.trim();
  const initials = <Avatar small initials={initialsOf(user.first_name, user.last_name)} />;
  if (!canLock) {
    return (
      <>
        {initials}
        <VisuallyHidden>Cashier {name}</VisuallyHidden>
      </>
    );
  }
  return (
    <button
      type="button"
      className={styles.seller}
      aria-label={`Lock. ${name} sells`}
      title="Lock"
      onClick={() => {
        if (!payment.isUnderWay()) lockTill();
      }}
    >
      {initials}
      {wide && <span className={styles.word}>{user.first_name}</span>}
      <span className={styles.lockMark}>
        <Icon name="lock" size="small" />
      </span>
    </button>
  );
}
