import { useEffect, useLayoutEffect, useRef } from "react";

import { Press } from "#web/features/sell/cart/cart-tools.tsx";
import * as cartStyles from "#web/features/sell/cart/cart.css.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { paymentLabel } from "#web/format/payment-methods.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { currencySign, Figure, Money, plainMoney } from "#web/ui/chart/money.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./charge.css.ts";
import { Notices } from "./notices.tsx";
import { cashKeys, typedMinor } from "./payment.ts";
import { takeWords } from "./take-words.ts";
import { Tenders } from "./tenders.tsx";
import { useCharge, type Charging } from "./use-charge.ts";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0"];

function NumberPad({ inert, onKey }: { inert: boolean; onKey: (key: string) => void }) {
  return (
    <fieldset className={styles.pad} aria-label="Amount received" inert={inert}>
      {KEYS.map((key) => (
        <button key={key} type="button" className={styles.padKey} onClick={() => onKey(key)}>
          {key}
        </button>
      ))}
      <button
        type="button"
        className={styles.padKey}
        aria-label="Delete"
        onClick={() => onKey("back")}
      >
        <Icon name="backspace" />
      </button>
    </fieldset>
  );
}

export function Charge() {
  const { backToCart, listenToCharge } = useSell();
  const currency = useCurrency();
  const charging = useCharge();
  const { method, dueMinor } = charging;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => {
    listenToCharge(charging);
    return () => listenToCharge(undefined);
  });
  return (
    <section ref={panel} className={styles.panel} aria-label="Charge" tabIndex={-1}>
      <div className={styles.head}>
        <Press icon="arrowLeft" label="Back to the cart" onPress={backToCart} />
        <h2>Charge</h2>
      </div>
      <div className={styles.due}>
        <p className={styles.label}>{charging.parts.length > 0 ? "Still to pay" : "To pay"}</p>
        <span className={styles.figure}>
          <Figure minor={dueMinor} currency={currency} />
        </span>
        <Received charging={charging} />
      </div>
      <TendersSoFar charging={charging} />
      <Tenders value={method} onChange={charging.choose} />
      {method === "cash" ? <CashKeys charging={charging} /> : <Reference charging={charging} />}
      <NumberPad inert={charging.check.isStopped} onKey={charging.press} />
      <div className={styles.take}>
        <Notices charging={charging} />
        <TakeButton charging={charging} />
      </div>
    </section>
  );
}

/** What was typed. Its line is there before, so that nothing moves under the fingers. */
function Received({ charging: { typed, method } }: { charging: Charging }) {
  const currency = useCurrency();
  if (typed === "") return <p className={styles.change} />;
  return (
    <dl className={styles.change}>
      <dt>{method === "cash" ? "Received" : "Amount"}</dt>
      <dd>
        <Money minor={typedMinor(typed) ?? 0} currency={currency} />
      </dd>
    </dl>
  );
}

/** The transaction reference of the mobile network or the bank. */
function Reference({ charging }: { charging: Charging }) {
  return (
    <div className={styles.reference}>
      <TextField
        label="Reference"
        optional
        autoComplete="off"
        maxLength={100}
        value={charging.reference}
        onChange={(event) => charging.setReference(event.currentTarget.value)}
      />
    </div>
  );
}

function TendersSoFar({ charging }: { charging: Charging }) {
  const currency = useCurrency();
  if (charging.parts.length === 0) return undefined;
  return (
    <ul className={styles.parts} aria-label="Paid so far">
      {Array.from(charging.parts, (part, at) => (
        <li key={at} className={styles.part}>
          {paymentLabel(part.method).label}
          <Money minor={part.amountMinor} currency={currency} scale="row" />
          <IconButton
            icon="close"
            label={`Remove ${paymentLabel(part.method).label} ${plainMoney(part.amountMinor)}`}
            onClick={() => charging.removePart(part)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Each key pays with one tap: the exact amount, or a sum the customer is likely to hand over. */
function CashKeys({ charging: { dueMinor, takeCash, check } }: { charging: Charging }) {
  const currency = useCurrency();
  const plain = (minor: number) => plainMoney(minor).replace(/\.00$/, "");
  return (
    <fieldset className={styles.cash} aria-label="Cash received" inert={check.isStopped}>
      <button
        type="button"
        className={styles.cashKey}
        onClick={(event) => takeCash(dueMinor, event.timeStamp)}
      >
        <span className={styles.exact}>Exact</span> {plainMoney(dueMinor)}
      </button>
      {cashKeys(dueMinor, currency).map((minor) => (
        <button
          key={minor}
          type="button"
          className={styles.cashKey}
          aria-label={`${currencySign(currency)}${plain(minor)}`}
          onClick={(event) => takeCash(minor, event.timeStamp)}
        >
          {plain(minor)}
        </button>
      ))}
    </fieldset>
  );
}

/** Shows the amount to take and the change to give. */
function TakeButton({ charging }: { charging: Charging }) {
  const currency = useCurrency();
  const { name, minor, action, amountMinor } = takeWords(charging);
  return (
    <>
      <dl className={styles.change} aria-live="polite">
        <dt>{name}</dt>
        <dd>
          <Money minor={minor} currency={currency} />
        </dd>
      </dl>
      <button
        type="button"
        className={cartStyles.charge}
        aria-busy={charging.sending || undefined}
        disabled={charging.check.isStopped}
        onClick={(event) => charging.confirm(event.timeStamp)}
      >
        <span>{charging.sending ? "Recording…" : action}</span>
        <Money minor={amountMinor} currency={currency} />
      </button>
    </>
  );
}
