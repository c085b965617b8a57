import { paidOf } from "#web/features/sell/charge/payment.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { counted } from "#web/format/counts.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Figure, Money, Sum } from "#web/ui/chart/money.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

import { CartLines } from "./cart-lines.tsx";
import { CartTools } from "./cart-tools.tsx";
import * as styles from "./cart.css.ts";

/** Next to the products, from tablet width on. */
export function CartPane() {
  const { itemCount } = useSell();
  return (
    <aside className={styles.pane} id="cart" tabIndex={-1} aria-label="Cart">
      <div className={styles.paneHead}>
        <h2>{counted(itemCount, "item")}</h2>
        <span className={styles.tools}>
          <CartTools />
        </span>
      </div>
      <CartLines />
      <CartFoot />
    </aside>
  );
}

/** On a phone the bar at the bottom opens the cart. */
export function CartSheet({ open }: { open: boolean }) {
  const { itemCount, sheets } = useSell();
  return (
    <Dialog
      still
      open={open}
      title={counted(itemCount, "item")}
      tools={<CartTools />}
      onClose={sheets.close}
    >
      <CartLines />
      <CartFoot />
    </Dialog>
  );
}

function CartFoot() {
  const { totalMinor, offMinor, addedMinor, isEmpty, charge, cart } = useSell();
  const currency = useCurrency();
  const takenMinor = paidOf(cart.taken ?? []);
  const off = { name: "Discount", value: <Money minor={-offMinor} currency={currency} /> };
  const tax = { name: "Tax", value: <Money minor={addedMinor} currency={currency} /> };
  const taken = { name: "Paid so far", value: <Money minor={takenMinor} currency={currency} /> };
  return (
    <div className={styles.foot}>
      <Sum
        scale="total"
        rows={[
          ...(offMinor > 0 ? [off] : []),
          ...(addedMinor > 0 ? [tax] : []),
          ...(takenMinor > 0 ? [taken] : []),
        ]}
        total={{
          name: "Total",
          value: totalMinor === undefined ? "–" : <Figure minor={totalMinor} currency={currency} />,
        }}
      />
      <button
        type="button"
        className={styles.charge}
        disabled={isEmpty || totalMinor === undefined}
        onClick={charge}
      >
        <span>Charge</span>
        {totalMinor !== undefined && <Money minor={totalMinor} currency={currency} />}
        <span className={styles.key} aria-hidden>
          F10
        </span>
      </button>
    </div>
  );
}

/** Fixed to the bottom of a phone screen, with Charge within reach of the thumb. */
export function CartBar() {
  const { totalMinor, itemCount, isEmpty, charge, sheets } = useSell();
  const currency = useCurrency();
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.barOpen}
        id="cart"
        aria-haspopup="dialog"
        onClick={() => sheets.open({ is: "cart" })}
      >
        <span className={styles.barCount}>
          {counted(itemCount, "item")} <Icon name="chevronUp" size="small" />
        </span>
        <span className={styles.barTotal}>
          {totalMinor === undefined ? "–" : <Figure minor={totalMinor} currency={currency} />}
        </span>
      </button>
      <button
        type="button"
        className={styles.barCharge}
        disabled={isEmpty || totalMinor === undefined}
        onClick={charge}
      >
        Charge
      </button>
    </div>
  );
}
