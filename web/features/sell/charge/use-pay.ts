import type { QueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { SALES_PATH } from "#kernel/contract/api/sale.ts";
import { keys } from "#web/api/keys.ts";
import { refreshProducts } from "#web/api/refresh-products.ts";
import { RequestError } from "#web/api/request-error.ts";
import { sellsItself } from "#web/features/sell/sync/use-own-till.ts";
import type { Paid, Written } from "#web/features/sell/till/stage.ts";
import type { TillState } from "#web/features/sell/till/till.ts";
import type { CartApproval } from "#web/features/sell/till/use-approval.ts";
import { itemsOf, type Tender } from "#web/state/cart.ts";
import { saleBody } from "#web/state/sale-body.ts";
import type { Store } from "#web/state/store.ts";
import { CART_GONE, NO_PLACE } from "#web/sync/sale-outbox.ts";
import { useRecordSale } from "#web/sync/use-sale-outbox.ts";
import { afterPaint } from "#web/till/after-paint.ts";
import { CartGone, NoTill, TotalChanged, type OwnSale, till as ownTill } from "#web/till/till.ts";

/** Other screens refetch their data; the sell screen fetches only the products that changed. */
function afterSale(queryClient: QueryClient): void {
  for (const queryKey of [keys.sales.all, keys.dashboard.all, keys.customers.all]) {
    void queryClient.invalidateQueries({ queryKey });
  }
  refreshProducts(queryClient).catch(() => undefined);
}

type PayOptions = {
  till: TillState;
  approval: CartApproval;
  onPaid: (paid: Paid, shownMs: number) => void;
  /** What this till writes to its disk, or has written; the receipt follows it. */
  writing: Store<Written>;
  /** The cart's approval has run out. */
  onUnapproved: () => void;
};

/** A till records the sale on the device; another browser sends it to the server. */
export function usePay(options: PayOptions) {
  const own = useOwnPay(options);
  const served = useServedPay(options);
  return {
    pay: (parts: readonly Tender[], confirmOversell: boolean) =>
      sellsItself(ownTill.get()) ? own.pay(parts) : served.pay(parts, confirmOversell),
    sending: own.sending || served.sending,
    /** From the press on, before the screen says that it is sending. */
    isUnderWay: () => own.isUnderWay() || served.sending,
    /** What follows from a sale whose receipt is shown, at once. */
    finish: own.finish,
    error: own.error ?? served.error,
    forgetError: () => {
      own.forgetError();
      served.forgetError();
    },
  };
}

type OwnState = Readonly<{ sending: boolean; error?: RequestError | undefined }>;
const IDLE: OwnState = { sending: false };
/** A disk that takes longer is shown. Otherwise drawing it would only delay the receipt. */
const SLOW_DISK_MS = 150;

/**
 * The sale is on the disk before it is shown as paid. Nothing waits for the network. The receipt is
 * drawn first; until the rest of the screen follows, no press changes anything.
 */
function useOwnPay({ till, approval, onPaid, writing, onUnapproved }: PayOptions) {
  const { cart, release, hold } = till;
  const [state, setState] = useState(IDLE);
  const underWay = useRef(false);
  const finishing = useRef<() => void>(undefined);
  const record = async (parts: readonly Tender[]): Promise<OwnSale | RequestError> => {
    const given = approval.approval();
    const { row, isStored } = release();
    try {
      const onMade = (sale: OwnSale) =>
        writing.set({ paid: toPaid(sale, { cart, parts }), isDone: false });
      const sale = { cart, parts, row, isStored, onMade, ...(given && { approval: given }) };
      return await ownTill.recordSale(sale);
    } catch (failure) {
      writing.set(undefined);
      if (isStored && !(failure instanceof CartGone)) hold(row);
      return new RequestError("refused", reasonOf(failure), { cause: failure });
    }
  };
  const pay = async (parts: readonly Tender[]) => {
    // Taps on a frozen page can arrive all at once.
    if (underWay.current) return;
    if (approval.isMissing()) return onUnapproved();
    underWay.current = true;
    const slow = setTimeout(() => setState({ sending: true }), SLOW_DISK_MS);
    const sale = await record(parts);
    clearTimeout(slow);
    if (sale instanceof RequestError) {
      underWay.current = false;
      return setState({ sending: false, error: sale });
    }
    const paid = toPaid(sale, { cart, parts });
    writing.set({ paid, isDone: true });
    const shownMs = performance.now();
    const finish = () => {
      if (finishing.current !== finish) return;
      finishing.current = undefined;
      underWay.current = false;
      setState(IDLE);
      onPaid(paid, shownMs);
    };
    finishing.current = finish;
    afterPaint(finish);
  };
  const forgetError = () => {
    if (!underWay.current) setState(IDLE);
  };
  return {
    pay: (parts: readonly Tender[]) => void pay(parts),
    ...state,
    isUnderWay: () => underWay.current,
    finish: () => finishing.current?.(),
    forgetError,
  };
}

const toPaid = (sale: OwnSale, of: Pick<Paid, "cart" | "parts">): Paid => ({
  ...of,
  outcome: { state: "own", sale },
  totalMinor: sale.entry.body.totalMinor,
});

function reasonOf(failure: unknown): string {
  if (failure instanceof CartGone) return CART_GONE;
  if (failure instanceof TotalChanged) return "The tax has changed. Charge the new total.";
  return failure instanceof NoTill ? "This till may not sell now." : NO_PLACE;
}

/**
 * Makes the stored cart a sale, and sends it. A cart that stayed there would be offered for a second
 * sale if the page closed before the answer.
 */
function useServedPay({ till, onPaid }: PayOptions) {
  const { cart, tax, totalMinor, release, hold } = till;
  const released = useRef<ReturnType<typeof release>>(undefined);
  const { record, ...state } = useRecordSale({
    onRefused: () => {
      const { row, isStored } = released.current ?? {};
      if (row && isStored) hold(row);
    },
    afterwards: afterSale,
  });
  const pay = (parts: readonly Tender[], confirmOversell: boolean) => {
    if (totalMinor === undefined) return;
    const body = saleBody(cart, parts, { confirmOversell, ...tax });
    released.current = release();
    const sale = {
      body,
      itemCount: itemsOf(cart),
      totalMinor,
      draft: cart,
      from: released.current,
      ...(cart.lines.some(({ open }) => open) && { path: SALES_PATH }),
    };
    record(sale, (outcome) => onPaid({ outcome, cart, totalMinor, parts }, performance.now()));
  };
  return { pay, ...state };
}
