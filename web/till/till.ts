import type * as z from "zod/mini";

import type { CheckAnswer } from "#kernel/contract/api/till/entries.ts";
import type { Cart } from "#web/state/cart.ts";
import { firstScreen } from "#web/state/first-screen.ts";
import { isSuperAdmin, isVisit, session } from "#web/state/session.ts";
import { createStore } from "#web/state/store.ts";

import type { OpenTill, TillPorts } from "./open-till.ts";
import { type NewTillSale, NOT_READY, NoTill, type OwnSale, type TillNow } from "./till-now.ts";

export type { OwnSale, TillData, TillNow, TillPhase } from "./till-now.ts";
export { CartGone, NoTill, REMOVED, TotalChanged } from "./till-now.ts";

// The till of the shop that is signed in. This file is small: the rest is loaded when it is needed.

const state = createStore<TillNow>(NOT_READY);

type Current = Readonly<{ shop: string; opened: Promise<OpenTill> }> & { now?: OpenTill };
let current: Current | undefined;
let personId: string | undefined;

function openOf(shop: string): Promise<OpenTill> {
  if (current?.shop === shop) return current.opened;
  const before = current;
  state.set(NOT_READY);
  const isCurrent = (): boolean => current === own;
  const own: Current = {
    shop,
    opened: load(shop, {
      show: (now) => isCurrent() && state.set(now),
      // The next use opens an empty one, or loads again what could not be loaded.
      onDeleted: () => isCurrent() && forget(),
      person: () => personId ?? session.get()?.user.id,
    }),
  };
  current = own;
  const follow = async (): Promise<void> => {
    try {
      own.now = await own.opened;
    } catch {
      if (!isCurrent()) return;
      forget();
      // Meanwhile the device sells online, as without a till.
      state.set({ ...NOT_READY, isReady: true });
    }
  };
  void follow();
  close(before);
  return own.opened;
}

async function load(shop: string, ports: TillPorts): Promise<OpenTill> {
  const { openTill } = await import("./open-till.ts");
  return openTill(shop, ports);
}

function close(old: Current | undefined): void {
  old?.opened.then(
    (open) => open.close(),
    () => undefined,
  );
}

function forget(): void {
  const old = current;
  current = undefined;
  state.set(NOT_READY);
  close(old);
}

/** A till that was opened before sends what it has, no matter who is signed in. */
function followSession(): void {
  const now = session.get();
  if (now === undefined || isVisit(now) || isSuperAdmin(now)) return;
  openOf(now.tenant.id).catch(() => undefined);
}

/** The shop that is signed in, or was signed in last. */
const shopNow = (): string | undefined => session.get()?.tenant.id ?? current?.shop;

async function openedTill(): Promise<OpenTill> {
  const shop = shopNow();
  if (shop === undefined) throw new NoTill();
  return openOf(shop);
}

export const till = {
  get: state.get,
  subscribe: state.subscribe,

  /**
   * Enrols the device if someone who may sell opens Sell online, asks the browser to keep the data,
   * and starts sending and downloading. It may be called again.
   */
  open: async (): Promise<void> => (await openedTill()).open(),

  /**
   * Resolves when the sale is on the disk. Rejects with `CartGone`, with `NoTill`, or with what the
   * device could not do; the cart is then still there. The write begins before this returns, so that
   * the disk works while the screen changes.
   */
  recordSale: async (sale: NewTillSale): Promise<OwnSale> => {
    const isNow = current?.shop === shopNow();
    return ((isNow && current?.now) || (await openedTill())).recordSale(sale);
  },

  /** Asked before paying. Undefined: no answer within a second. */
  check: async (cart: Cart): Promise<CheckAnswer | undefined> => (await openedTill()).check(cart),

  /** Sends and downloads now. */
  sync: (): void => {
    void openedTill()
      .then((open) => open.sync())
      .catch(() => undefined);
  },

  /** A request that the till signs. The tenant and the number of the till are added to its body. */
  signedPost: async <Body>(
    path: string,
    schema: z.ZodMiniType<Body>,
    json: object,
  ): Promise<Body> => (await openedTill()).signedPost(path, schema, json),

  /** Everything that was not sent yet, as a JSON file. */
  exportUnsent: async (): Promise<Blob> => (await openedTill()).exportUnsent(),

  /** Rows of other parts in the till's database. */
  meta: {
    get: async (key: string): Promise<unknown> => (await openedTill()).meta.get(key),
    put: async (key: string, value: unknown): Promise<void> =>
      (await openedTill()).meta.put(key, value),
    delete: async (key: string): Promise<void> => (await openedTill()).meta.delete(key),
  },

  /** Who sells now. Undefined: the person who is signed in. */
  setPerson: (userId: string | undefined): void => {
    personId = userId;
  },
};

firstScreen.whenShown(() => {
  session.subscribe(followSession);
  followSession();
});
