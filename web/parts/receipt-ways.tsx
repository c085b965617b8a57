import { lazy, Suspense, useState } from "react";
import * as z from "zod/mini";

import { HandedOutBy } from "#kernel/contract/api/till/receipt-copies.ts";
import { counted } from "#web/format/counts.ts";
import { dialled, smsLink, whatsAppLink } from "#web/format/phone-links.ts";
import { usePast } from "#web/state/past.ts";
import { isOnlySell } from "#web/state/session.ts";
import { useCan, useSession } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { OutsideButton } from "#web/ui/button/outside-button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { rareIcons } from "#web/ui/icon/rare-icons.ts";

import type { ReceiptLink } from "./receipt-link.ts";
import { receiptText } from "./receipt-text.ts";
import * as styles from "./receipt-ways.css.ts";
import type { ReceiptProps } from "./receipt.tsx";
import type { Copies } from "./use-copies.ts";

addIcons(rareIcons);

const NO_LINK = "The link in the receipt does not work yet. Send it again when you're online.";

/** A customer who waits for paper does not wait for the network. */
const PRINTED_WITHIN_MS = 2_000;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whom the receipt is for, if they are in the shop's list. */
export type Receiver = Readonly<{ id: string; phone: string | null }>;

// Few receipts go out by email, so its form loads when it is asked for.
const ReceiptEmail = lazy(async () => ({
  default: (await import("./receipt-email.tsx")).ReceiptEmail,
}));

type ReceiptWaysProps = {
  /** The sale, and whether the server has it: a till may not have sent it yet. */
  sale: Readonly<{ id: string; onServer: boolean }>;
  receipt: ReceiptProps;
  receiver: Receiver | undefined;
  /** Where the customer finds the receipt, if it may be shared. */
  link: ReceiptLink | undefined;
  copies: Copies;
};

/**
 * How the customer gets the receipt: by WhatsApp or SMS with their number filled in, by email, by any
 * app of the device, or on paper. What a customer got last time is marked.
 */
export function ReceiptWays(props: ReceiptWaysProps) {
  const { sale, receiver, copies } = props;
  const tenant = useSession()?.tenant;
  const [last, remember] = useLastWay(tenant?.id ?? "", receiver?.id);
  const [emailing, setEmailing] = useState(false);
  return (
    <>
      <Ways
        {...props}
        last={last}
        remember={remember}
        emailing={emailing}
        onEmail={() => setEmailing(!emailing)}
      />
      {emailing && (
        <Suspense>
          <ReceiptEmail
            saleId={sale.id}
            onServer={sale.onServer}
            customerId={receiver?.id}
            copyNumber={copies.mark.copyNumber}
            onSent={() => {
              remember("email");
              copies.handedOut("email");
            }}
          />
        </Suspense>
      )}
      {copies.times !== undefined && (
        <p className={styles.times}>
          Printed or sent {counted(copies.times, "time")}, with the original.
        </p>
      )}
    </>
  );
}

/** Those who may share the receipt. A session that a PIN began reaches only what a till needs. */
function useMayEmail(): boolean {
  const seesContacts = useCan("see-contacts");
  const session = useSession();
  const { past } = usePast();
  return seesContacts && !isOnlySell(session) && past === undefined;
}

type WaysProps = ReceiptWaysProps & {
  last: HandedOutBy | undefined;
  remember: (way: HandedOutBy) => void;
  emailing: boolean;
  onEmail: () => void;
};

function Ways(props: WaysProps) {
  const { receiver, link, copies, last, remember, emailing, onEmail } = props;
  const mayEmail = useMayEmail();
  const tenant = useSession()?.tenant;
  const text = receiptText({ ...props.receipt, ...copies.mark }, link?.address);
  const to = dialled(receiver?.phone ?? "", tenant?.timezone);
  const toneOf = (way: HandedOutBy) => (way === last ? ("primary" as const) : undefined);
  const send = (way: HandedOutBy) => {
    remember(way);
    link?.make().catch(() => toasts.show("error", NO_LINK));
  };
  const sendTo = (way: HandedOutBy) => {
    send(way);
    // Once the link has been followed: after it the text has the next number.
    setTimeout(() => copies.handedOut(way));
  };
  const share = () => {
    send("share");
    // Closing the sheet rejects, too.
    void navigator
      .share({ text })
      .then(() => copies.handedOut("share"))
      .catch(() => undefined);
  };
  const print = async () => {
    remember("print");
    // Without the server the receipt is printed without its code.
    await Promise.race([link?.make().catch(() => undefined), delay(PRINTED_WITHIN_MS)]);
    window.print();
  };
  return (
    <div className={styles.ways}>
      <OutsideButton
        icon="send"
        tone={toneOf("whatsapp")}
        href={whatsAppLink(text, to)}
        onClick={() => sendTo("whatsapp")}
      >
        WhatsApp
      </OutsideButton>
      <OutsideButton
        icon="message"
        tone={toneOf("sms")}
        href={smsLink(text, to)}
        onClick={() => sendTo("sms")}
      >
        SMS
      </OutsideButton>
      {mayEmail && (
        <Button block icon="mail" tone={toneOf("email")} aria-expanded={emailing} onClick={onEmail}>
          Email
        </Button>
      )}
      {"share" in navigator && (
        <Button block icon="share" tone={toneOf("share")} onClick={share}>
          Share
        </Button>
      )}
      <Button block icon="print" tone={toneOf("print")} onClick={() => void print()}>
        Print
      </Button>
    </div>
  );
}

const StoredWays = z.record(z.string(), HandedOutBy);
/** The latest customers: a device does not remember all of a large shop. */
const MOST = 500;

/** The way that a customer got a receipt last time. It is a habit of the device and may be lost. */
function useLastWay(tenantId: string, customerId: string | undefined) {
  const storedAs = `receipt-ways:${tenantId}`;
  const [last, setLast] = useState(() =>
    customerId === undefined ? undefined : recall(storedAs)[customerId],
  );
  const remember = (way: HandedOutBy) => {
    if (customerId === undefined) return;
    setLast(way);
    const others = Object.entries(recall(storedAs)).filter(([id]) => id !== customerId);
    const kept = Object.fromEntries([...others.slice(1 - MOST), [customerId, way]]);
    try {
      localStorage.setItem(storedAs, JSON.stringify(kept));
    } catch {
      // Storage is full or blocked: the next receipt has no mark.
    }
  };
  return [last, remember] as const;
}

function recall(storedAs: string): Readonly<Record<string, HandedOutBy>> {
  try {
    return StoredWays.safeParse(JSON.parse(localStorage.getItem(storedAs) ?? "")).data ?? {};
  } catch {
    return {};
  }
}
