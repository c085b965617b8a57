import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { PaymentMethod } from "#kernel/contract/api/sale.ts";
import { settingsQuery } from "#web/api/settings.ts";
import * as cartStyles from "#web/features/sell/cart/cart.css.ts";
import { OwnReceiptPart } from "#web/features/sell/sync/own-receipt-part.tsx";
import { stateText } from "#web/features/sell/sync/state-text.ts";
import { useOwnTill, useReached } from "#web/features/sell/sync/use-own-till.ts";
import type { Paid as PaidSale } from "#web/features/sell/till/stage.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { useReceiptLink } from "#web/parts/receipt-link.ts";
import { saleQuery, receiptOf } from "#web/parts/receipt-of-sale.ts";
import { PrintedReceipt } from "#web/parts/receipt-print.tsx";
import { ReceiptWays } from "#web/parts/receipt-ways.tsx";
import { Receipt } from "#web/parts/receipt.tsx";
import { useCopies } from "#web/parts/use-copies.ts";
import { useReceiver } from "#web/parts/use-receiver.ts";
import { useCurrency, useSession } from "#web/state/use-session.ts";
import { saleOutbox, type SaleOutcome } from "#web/sync/sale-outbox.ts";
import { useUnsentSales } from "#web/sync/use-sale-outbox.ts";
import type { OwnSale } from "#web/till/till.ts";
import { Figure, Money } from "#web/ui/chart/money.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";
import { InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";

import { panel } from "./charge.css.ts";
import * as styles from "./paid.css.ts";
import { changeOf, receivedOf } from "./payment.ts";

/** Shows the change in large figures until the next sale begins. */
export function Paid({ paid }: { paid: PaidSale }) {
  const { sellNext } = useSell();
  const { outcome } = paid;
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => sheet.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={sheet} className={panel} aria-label="Paid" tabIndex={-1}>
      <div className={styles.paid}>
        {outcome.state === "own" ? (
          <PaidHere paid={paid} sale={outcome.sale} />
        ) : (
          <PaidOnline paid={paid} outcome={outcome} />
        )}
      </div>
      <div className={styles.foot}>
        <button
          type="button"
          className={cartStyles.barCharge}
          onClick={(event) => sellNext(event.timeStamp)}
        >
          Next sale
        </button>
        <p className={styles.hint}>Or scan the next product.</p>
      </div>
    </section>
  );
}

/** Recorded by this till: the receipt is made of the sale itself. */
function PaidHere({ paid, sale }: { paid: PaidSale; sale: OwnSale }) {
  const { sheets } = useSell();
  const reached = useReached();
  const now = useSaleNow(sale);
  return (
    <>
      <div className={styles.done}>
        <Icon name="check" />
        <h2>{paidIn(paid)}</h2>
        <span>{sale.receipt}</span>
      </div>
      <PaidSums paid={paid} />
      {now.state === "aside" && <InlineAlert>{stateText(now)}</InlineAlert>}
      {now.state === "to-send" && !reached && (
        <InlineNote icon="unsent">
          Saved on this device. It is sent when the network is back.
        </InlineNote>
      )}
      {sheets.top?.is !== "receipt" && <OwnReceiptPart sale={now} copy={false} />}
    </>
  );
}

/**
 * The sale as the till has it: it may have been sent meanwhile, or set aside. A till lists it a
 * moment after the receipt, and until it was sent; then only those of today.
 */
function useSaleNow(sale: OwnSale): OwnSale {
  const listed = useOwnTill().sales.find(({ entry }) => entry.id === sale.entry.id);
  const [wasListed, setWasListed] = useState(false);
  if (listed !== undefined && !wasListed) setWasListed(true);
  return listed ?? (wasListed ? { ...sale, state: "sent" } : sale);
}

type PaidOnlineProps = { paid: PaidSale; outcome: SaleOutcome };

function PaidOnline({ paid, outcome }: PaidOnlineProps) {
  const refused = useUnsentSales().refused.find(({ key }) => key === outcome.key)?.refused;
  const recorded = outcome.state === "recorded" ? outcome.sale : saleOutbox.recordedAs(outcome.key);
  const notYet = refused === undefined ? "Not confirmed yet" : "Not recorded";
  return (
    <>
      <div className={recorded === undefined ? styles.pending : styles.done}>
        <Icon name={recorded === undefined ? "alert" : "check"} />
        <h2>{recorded === undefined ? notYet : paidIn(paid)}</h2>
        <span>{recorded?.receipt_number}</span>
      </div>
      <PaidSums paid={paid} />
      {recorded === undefined ? (
        <Unconfirmed refused={refused} />
      ) : (
        <SaleReceipt id={recorded.id} />
      )}
    </>
  );
}

function PaidSums({ paid: { parts, totalMinor } }: { paid: PaidSale }) {
  const currency = useCurrency();
  const changeMinor = changeOf(parts);
  return (
    <>
      <div>
        <p className={styles.toGive}>{changeMinor > 0 ? "Give change" : "No change"}</p>
        {changeMinor > 0 && (
          <p className={styles.changeFigure}>
            <Figure minor={changeMinor} currency={currency} />
          </p>
        )}
      </div>
      <dl className={styles.sums}>
        <div className={styles.sum}>
          <dt>Received</dt>
          <dd>
            <Money minor={receivedOf(parts)} currency={currency} />
          </dd>
        </div>
        <div className={styles.sum}>
          <dt>Total</dt>
          <dd>
            <Money minor={totalMinor} currency={currency} />
          </dd>
        </div>
      </dl>
    </>
  );
}

const PAID: Record<PaymentMethod, string> = {
  cash: "Paid in cash",
  mobile_money: "Paid by MoMo",
  card: "Paid by card",
  bank_transfer: "Paid by bank transfer",
};

function paidIn({ parts }: PaidSale): string {
  const [first, ...others] = parts;
  if (first === undefined || others.some(({ method }) => method !== first.method)) return "Paid";
  return PAID[first.method];
}

function Unconfirmed({ refused }: { refused: string | undefined }) {
  if (refused !== undefined) {
    return (
      <InlineAlert more="Saved on this device. Reopen it from the top of the screen.">
        {`Not recorded. ${refused}`}
      </InlineAlert>
    );
  }
  return (
    <InlineNote icon="unsent">
      Saved on this device. We keep sending it until it is confirmed; it won't be recorded twice.
      The receipt follows.
    </InlineNote>
  );
}

/** The receipt as the server recorded it. */
function SaleReceipt({ id }: { id: string }) {
  const tenant = useSession()?.tenant;
  const { data: sale, isError } = useQuery(saleQuery(id));
  const { data: settings } = useQuery(settingsQuery());
  const receiver = useReceiver(sale?.customer_id);
  const link = useReceiptLink(id);
  const copies = useCopies({ id, onServer: true, isCopy: false });
  if (isError && sale === undefined) {
    return (
      <InlineNote icon="alert">
        Sale recorded. The receipt didn't load; you can print it later from Sales.
      </InlineNote>
    );
  }
  if (sale === undefined || tenant === undefined) {
    return (
      <div className={styles.receipt}>
        <Bone width="100%" />
      </div>
    );
  }
  const receipt = { ...receiptOf(sale, tenant, settings?.business), copy: false };
  return (
    <>
      <ReceiptWays
        sale={{ id, onServer: true }}
        receipt={receipt}
        receiver={receiver}
        link={link}
        copies={copies}
      />
      <div className={styles.receipt}>
        <Receipt {...receipt} />
      </div>
      <PrintedReceipt
        receipt={{ ...receipt, ...copies.mark, qr: link?.qr }}
        onPrint={() => copies.handedOut("print")}
      />
    </>
  );
}
