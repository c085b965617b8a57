import {
  useCallback,
  useRef,
  useState,
  useEffect,
  useLayoutEffect,
  createContext,
  useContext,
} from "react";

import { formatMoney } from "#kernel/contract/money.ts";
import type { Product } from "#web/api/products.ts";
import { paidOf } from "#web/features/sell/charge/payment.ts";
import type { Catalogue } from "#web/features/sell/grid/catalogue.ts";
import { useCatalogue } from "#web/features/sell/grid/use-catalogue.ts";
import type { Approved } from "#web/lock/approve.ts";
import {
  unitsText,
  keyOf,
  type Cart,
  type CartLine,
  type Sellable,
  refresh,
  sumsOf,
} from "#web/state/cart.ts";
import { useCurrency } from "#web/state/use-session.ts";

import type { CartChange } from "./approval-needed.ts";
import { noteSold, soldMost } from "./sold-products.ts";
import { multiplierOf, type Sheet, useSheets, useSnack } from "./stage.ts";
import { hasCart } from "./stored-cart.ts";
import { useStored, favouriteStore, seenAsideStore } from "./till-memory.ts";
import { useTill, type TillState } from "./till.ts";
import { useApproval } from "./use-approval.ts";
import { useFlow } from "./use-flow.ts";
import { useOversellPolicy, useStockWarning } from "./use-stock-warning.ts";

type Sell = SellState & {
  waitingScans: number;
  /** Takes a code, as if a hand scanner had read it. */
  scan: (code: string) => void;
  canLock: boolean;
};

const SellContext = createContext<Sell | undefined>(undefined);

export const SellProvider = SellContext.Provider;

export function useSell(): Sell {
  const selling = useContext(SellContext);
  if (selling === undefined) throw new Error("useSell outside SellProvider");
  return selling;
}

/** The state and the actions of the sell screen, as all its parts use them. */
export function useSelling(owner: string, shop: string) {
  const currency = useCurrency();
  const { catalogue, products } = useCatalogue();
  const till = useTill(owner);
  const sheets = useSheets(isCurrentIn(till.cart, catalogue));
  const snacks = useSnack();
  const search = useSearch();
  const approval = useApproval(till);
  const onPaid = (cart: Cart) => {
    search.setQuery("");
    noteSold(shop, cart);
  };
  const flow = useFlow({ owner, till, approval, sheets, snacks, onPaid });
  const { dispatch } = till;
  const { say } = snacks;
  const frozen = flow.stage.at === "charging";
  useFreshPrices({ catalogue, cart: till.cart, frozen, dispatch, say });

  const oversellPolicy = useOversellPolicy();
  const warn = useStockWarning({ units: till.units, policy: oversellPolicy, say });
  const add = useAdd(till, search, { ...flow, warn });
  const takenMinor = paidOf(till.cart.taken ?? []);
  const giveBack = takenMinor > 0 ? `. Give back ${formatMoney(takenMinor, currency)}` : "";
  const remove = (line: CartLine) => {
    dispatch({ type: "counted", key: keyOf(line), quantity: 0 });
    const { quantity, perUnit, name } = line;
    const units = quantity === perUnit ? "" : `${unitsText(quantity, perUnit)} × `;
    say(`${units}${name} removed${till.cart.lines.length === 1 ? giveBack : ""}`, till.cart);
  };
  const clear = () => {
    dispatch({ type: "emptied" });
    say(`Cart cleared${giveBack}`, till.cart);
  };
  const undo = () => {
    dispatch({ type: "undone" });
    snacks.hide();
  };
  // Undo reverts the last change only, so it is offered only while the message is about that
  // change.
  const { snack } = snacks;
  const canUndoSnack = snack?.before !== undefined && snack.before === till.before;
  return {
    shop,
    catalogue,
    products,
    sheets,
    snacks,
    oversellPolicy,
    add,
    remove,
    clear,
    undo,
    canUndoSnack,
    approval,
    approved: (approved: Approved, changes?: readonly CartChange[]) => {
      approval.give(approved);
      sheets.close();
      if (changes) changes.forEach(dispatch);
      else flow.chargeApproved();
    },
    ...till,
    ...search,
    ...flow,
    ...useFavourites(shop),
    ...useSeenAside(shop),
    ...useWayBack({ till, sheets, flow, say }),
  };
}

export type SellState = ReturnType<typeof useSelling>;

/**
 * False if the sheet's subject is gone: a line's key contains its price, which may change, and a
 * product may be deleted.
 */
const isCurrentIn = (cart: Cart, catalogue: Catalogue | undefined) => (sheet: Sheet) => {
  if (sheet.is === "approve") {
    const { changes = [] } = sheet;
    return changes.every(({ key }) => key === undefined || hasLine(cart, key));
  }
  if (sheet.is === "parkedName") return hasCart(sheet.id);
  if (sheet.is === "line") return hasLine(cart, sheet.key);
  return sheet.is !== "tile" || catalogue?.byId.has(sheet.productId) === true;
};

const hasLine = ({ lines }: Cart, key: string): boolean =>
  lines.some((line) => keyOf(line) === key);

function useSearch() {
  const [query, setQuery] = useState("");
  const searchField = useRef<HTMLInputElement>(null);
  return { query, setQuery, multiplier: multiplierOf(query), searchField };
}

type AddParts = Pick<ReturnType<typeof useFlow>, "payment" | "sell"> & {
  warn: (product: Sellable, units: number) => void;
};

function useAdd(
  { dispatch }: ReturnType<typeof useTill>,
  { multiplier, setQuery }: ReturnType<typeof useSearch>,
  { payment, sell, warn }: AddParts,
) {
  const { isUnderWay, finish } = payment;
  // The function stays the same, so that no tile is drawn again when a payment begins or ends.
  const latest = useRef({ multiplier, isUnderWay, finish });
  useLayoutEffect(() => {
    latest.current = { multiplier, isUnderWay, finish };
  });
  return useCallback(
    (product: Sellable, units = 1) => {
      const { multiplier: times, isUnderWay: isPaying, finish: finishSale } = latest.current;
      // The tap begins the next sale.
      finishSale();
      // A sale that is being sent no longer changes.
      if (isPaying()) return;
      dispatch({ type: "added", product, units: times ?? units });
      warn(product, times ?? units);
      sell();
      if (times !== undefined) setQuery("");
    },
    [dispatch, sell, setQuery, warn],
  );
}

function useFavourites(shop: string) {
  const [favourites, keep] = useStored(favouriteStore, shop);
  const toggleFavourite = (id: string) =>
    keep(favourites.includes(id) ? favourites.filter((each) => each !== id) : [...favourites, id]);
  // Those of the last time: nothing changes its place while someone sells.
  const [soldBefore] = useState(() => soldMost(shop));
  return { favourites, toggleFavourite, soldBefore };
}

function useSeenAside(shop: string) {
  const [seenAside, seeAside] = useStored(seenAsideStore, shop);
  return { seenAside, seeAside };
}

type WayBack = {
  till: ReturnType<typeof useTill>;
  sheets: ReturnType<typeof useSheets>;
  flow: ReturnType<typeof useFlow>;
  say: (text: string) => void;
};

/** Handles Back while there is something to lose. */
function useWayBack({ till, sheets, flow, say }: WayBack) {
  const { stage, payment } = flow;
  const goBack = () => {
    if (payment.isUnderWay()) return;
    if (sheets.top !== undefined) sheets.close();
    else if (stage.at === "charging") flow.backToCart();
    else if (stage.at === "paid") flow.sell();
    else say("There are items in the cart. Park or remove them to leave.");
  };
  const isBusy = !till.isEmpty || sheets.top !== undefined || stage.at !== "selling";
  return { goBack, isBusy };
}

type FreshPrices = Pick<TillState, "cart" | "dispatch"> & {
  catalogue: Catalogue | undefined;
  /** True during payment: the customer already knows the total. */
  frozen: boolean;
  say: (text: string) => void;
};

/** Updates the cart to current prices, and says so if the total changed. */
function useFreshPrices({ catalogue, cart, frozen, dispatch, say }: FreshPrices): void {
  useEffect(() => {
    if (catalogue === undefined || frozen) return;
    const productOf = (id: string): Product | undefined => catalogue.byId.get(id);
    const next = refresh(cart, productOf);
    if (next === cart) return;
    dispatch({ type: "refreshed", productOf });
    if (sumsOf(next)?.totalMinor !== sumsOf(cart)?.totalMinor) {
      say("Prices have changed. The cart is up to date.");
    }
  }, [catalogue, cart, frozen, dispatch, say]);
}
