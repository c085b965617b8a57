import { formatMoney } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { paidOf } from "#web/features/sell/charge/payment.ts";
import * as styles from "#web/features/sell/till/sheets.css.ts";
import type { ParkedCart } from "#web/features/sell/till/stored-cart.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { counted } from "#web/format/counts.ts";
import { ago } from "#web/format/times.ts";
import { itemsOf, sumsOf } from "#web/state/cart.ts";
import { useNow } from "#web/state/past.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

/** Opening a parked cart parks the current one. */
export function ParkedSheet({ open }: { open: boolean }) {
  const { parked, sheets } = useSell();
  return (
    <Dialog still open={open} title="Parked carts" onClose={sheets.close}>
      <ul className={styles.list}>
        {parked.parked.map((each) => (
          <Parked key={each.id} parked={each} />
        ))}
      </ul>
      {parked.parked.length === 0 && <p className={styles.none}>No parked carts.</p>}
    </Dialog>
  );
}

function Parked({ parked: { id, cart, parkedMs } }: { parked: ParkedCart }) {
  const { recall, parked, sheets, tax } = useSell();
  const currency = useCurrency();
  const now = useNow();
  const called = cart.name ?? cart.customer?.name ?? texts.sales.walkIn;
  // A cart with a name also says whose it is.
  const who = cart.name !== undefined && cart.customer ? [cart.customer.name] : [];
  const takenMinor = paidOf(cart.taken ?? []);
  const names = cart.lines.map(({ name }) => name).join(", ");
  return (
    <li className={styles.row}>
      <button type="button" className={styles.rowButton} onClick={() => recall(id)}>
        <span className={styles.title}>
          {called}, {counted(itemsOf(cart), "item")}
        </span>{" "}
        <Money minor={sumsOf(cart, tax)?.totalMinor ?? 0} currency={currency} scale="row" />
        <span className={styles.sub}>
          {ago(parkedMs, now)}: {[...who, names].join(", ")}
        </span>
        {cart.note !== undefined && <span className={styles.sub}>{cart.note}</span>}
        {takenMinor > 0 && (
          <span className={styles.sub}>Paid so far: {formatMoney(takenMinor, currency)}</span>
        )}
      </button>
      <span className={styles.rowTools}>
        <IconButton
          icon="edit"
          label={`Name parked cart with ${counted(itemsOf(cart), "item")}`}
          onClick={() => sheets.open({ is: "parkedName", id })}
        />
        <IconButton
          icon="delete"
          label={`Discard parked cart with ${counted(itemsOf(cart), "item")}`}
          onClick={() => parked.discard(id)}
        />
      </span>
    </li>
  );
}
