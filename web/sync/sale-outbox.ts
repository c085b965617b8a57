import { written } from "#kernel/contract/api/envelope.ts";
import { SaleResult } from "#kernel/contract/api/sale.ts";
import { retryDelayMs, SALE_BACKOFF } from "#kernel/contract/backoff.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request, serverClock } from "#web/api/http-client.ts";
import { isRefused, RequestError } from "#web/api/request-error.ts";
import { device, type Device } from "#web/device/device.ts";
import type { StoredCart, UnsentSale } from "#web/device/rows.ts";
import { currencyOf } from "#web/format/money.ts";
import { notices } from "#web/state/notices.ts";
import { session } from "#web/state/session.ts";
import { createStore } from "#web/state/store.ts";

const words = texts.notifications;

/** Notifies about a sale that was recorded late: the person has gone on to other sales by then. */
export const notifyRecorded = (sale: SaleResult): void =>
  notices.raise({
    type: "success",
    title: words.saleTitle,
    message: words.sale(
      sale.unit_count,
      formatMoney(minorOf(sale.total_amount), currencyOf(sale.currency)),
    ),
    action: words.viewSale,
    about: sale.id,
  });

// Sales on their way to the server. Each is stored on the device before it is sent, and removed
// only after a response. If the response is lost, the sale is sent again under the same key, so
// that it is recorded once.

const Recorded = written(SaleResult);

export type NewSale = Pick<UnsentSale, "body" | "path" | "itemCount" | "totalMinor" | "draft"> & {
  /** The cart that becomes this sale: it is gone once the sale is stored. */
  from?: Readonly<{ row: StoredCart; isStored: boolean }>;
};

/** `kept`: there was no response, so the sale stays on the device and is sent again. */
export type SaleOutcome =
  | { state: "recorded"; key: string; sale: SaleResult }
  | { state: "kept"; key: string };

export type OutboxState = Readonly<{
  /** Sales without a response, except those that are being sent for the first time. */
  waiting: readonly UnsentSale[];
  refused: readonly UnsentSale[];
  sending: boolean;
}>;

/** Responses that do not concern the sale itself: sign in again, try later, not allowed. */
const NOT_ABOUT_THE_SALE = new Set<unknown>([
  401,
  408,
  429,
  "not-allowed",
  "two-factor-setup-required",
]);
/** The server remembers a key for 7 days. A later retry could record the sale twice. */
const SENT_AGAIN_FOR_MS = 6 * 24 * 60 * 60_000;
const TOO_OLD = "Too old to send again. It may be recorded already: check Sales first.";
/** The number of late responses kept for the screen that shows the sale. */
const REMEMBERED = 20;
const EMPTY: OutboxState = { waiting: [], refused: [], sending: false };

export const CART_GONE = "This cart was paid, parked or emptied in another tab.";
export const NO_PLACE = "This device couldn't store the sale. Free some space or try again.";
const NOT_STORED = "storage";

/** The device did not store the sale, and it was not sent. */
const notStored = (message: string, cause?: unknown) =>
  new RequestError("refused", message, { code: NOT_STORED, cause });

const underWay = new Set<string>();
const recorded = new Map<string, SaleResult>();
const state = createStore(EMPTY);
/** How often sales that had waited were recorded. */
const arrivals = createStore(0);
let sending = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const ownerNow = (): string | undefined => {
  const current = session.get();
  return current === undefined ? undefined : `${current.tenant.id}/${current.user.id}`;
};

/** The person who sells, and the device's store of their shop. */
type Seller = Readonly<{ owner: string; device: Device }>;

function sellerNow(): Seller | undefined {
  const [owner, now] = [ownerNow(), device.now()];
  return owner === undefined || now === undefined ? undefined : { owner, device: now };
}

const isOf = (owner: string | undefined) => (sale: UnsentSale) => sale.owner === owner;

function publish(): void {
  const { rows } = device.get();
  const shown = rows.unsent.filter(isOf(ownerNow())).filter(({ key }) => !underWay.has(key));
  if (shown.length === 0) state.set(EMPTY);
  else {
    const waiting = shown.filter(({ refused }) => refused === undefined);
    const refused = shown.filter((sale) => sale.refused !== undefined);
    state.set({ waiting, refused, sending });
  }
}

type Sending = Pick<UnsentSale, "key" | "path" | "body">;

async function send(
  by: Device,
  { key, body: json, path = "/api/sales.php" }: Sending,
): Promise<SaleResult> {
  const how = { method: "POST", json, commandKey: key } as const;
  const answer = await request(path, Recorded, how);
  await drop(by, key);
  return answer.data;
}

/** If the device fails, the sale is sent again: under its key it is not recorded twice. */
const drop = (from: Device, key: string): Promise<unknown> =>
  from.change({ dropSales: [key] }).catch(() => undefined);

/**
 * A retry includes the time of the sale, the first try does not: the server's own clock is best.
 * The server accepts both as the same sale.
 */
const late = ({ body, occurredAt, ...sale }: UnsentSale): Sending => ({
  ...sale,
  // A sale that was entered for an earlier time has it already.
  body: occurredAt === undefined ? body : { occurred_at: occurredAt, ...body },
});

function remember(key: string, sale: SaleResult): void {
  recorded.set(key, sale);
  const [oldest] = recorded.keys();
  if (recorded.size > REMEMBERED && oldest !== undefined) recorded.delete(oldest);
}

type RecordOptions = {
  /** Called when the sale is stored on the device, so that other copies of it can be dropped. */
  onStored?: (() => void) | undefined;
};

/**
 * Resolves after the sale is stored on the device and sent. Throws if the device cannot store it, or
 * if the server refuses it. Without a response, the sale is kept and sent again later.
 */
async function record(
  { from, ...sale }: NewSale,
  { onStored }: RecordOptions = {},
): Promise<SaleOutcome> {
  const seller = sellerNow();
  if (seller === undefined) throw new Error("a sale without a session");
  const key = from?.row.id ?? crypto.randomUUID();
  const occurredAt = new Date(serverClock.nowMs()).toISOString();
  const entry: UnsentSale = {
    ...sale,
    key,
    owner: seller.owner,
    madeMs: Date.now(),
    occurredAt,
  };
  underWay.add(key);
  try {
    await store(seller.device, entry, from);
    onStored?.();
    return { state: "recorded", key, sale: await send(seller.device, entry) };
  } catch (error) {
    if (isRefused(error)) {
      if (error.code !== NOT_STORED) await giveBack(seller.device, key, from);
      throw error;
    }
    sendLater();
    return { state: "kept", key };
  } finally {
    underWay.delete(key);
    publish();
  }
}

/** One transaction: a cart is either still there, or it is a sale. */
async function store(by: Device, sale: UnsentSale, from: NewSale["from"]): Promise<void> {
  const needsCarts = from?.isStored === true ? [from.row.id] : [];
  const change = { needsCarts, saveSales: [sale], dropCarts: from ? [from.row.id] : [] };
  const isStored = await by.change(change).catch((error: unknown) => {
    throw notStored(NO_PLACE, error);
  });
  if (!isStored) throw notStored(CART_GONE);
}

const giveBack = (to: Device, key: string, from: NewSale["from"]): Promise<unknown> =>
  to.change({ dropSales: [key], saveCarts: from ? [from.row] : [] }).catch(() => undefined);

/** Sends waiting sales, oldest first. Stops at the first failure and tries again later. */
async function flush(): Promise<void> {
  const seller = sellerNow();
  clearTimeout(timer);
  timer = undefined;
  publish();
  if (seller === undefined || sending || state.get().waiting.length === 0) return;
  const { waiting } = state.get();
  sending = true;
  publish();
  const { arrived, isCut } = await sendAll(seller, waiting);
  sending = false;
  failures = isCut ? failures + 1 : 0;
  publish();
  if (arrived > 0) arrivals.set(arrivals.get() + 1);
  // Includes sales added meanwhile, and those of a person who has signed in since.
  if (state.get().waiting.length > 0) sendLater();
}

/**
 * Stops if there is no response, and if another person signs in: the sale would be recorded under
 * their name.
 */
async function sendAll(seller: Seller, sales: readonly UnsentSale[]) {
  let arrived = 0;
  for (const sale of sales) {
    if (ownerNow() !== seller.owner) break;
    try {
      await resend(seller, sale);
      arrived += 1;
    } catch (error) {
      const refused = refusalOf(error);
      if (refused === undefined) return { arrived, isCut: true };
      await keep(seller.device, { ...sale, refused });
    }
  }
  return { arrived, isCut: false };
}

async function resend(seller: Seller, sale: UnsentSale): Promise<void> {
  if (Date.now() - sale.madeMs > SENT_AGAIN_FOR_MS) throw new RequestError("refused", TOO_OLD);
  const answer = await send(seller.device, late(sale));
  remember(sale.key, answer);
  if (ownerNow() === seller.owner) notifyRecorded(answer);
}

/** If the device fails, the row stays as it was, and the sale is sent again. */
const keep = (on: Device, sale: UnsentSale): Promise<unknown> =>
  on.change({ saveSales: [sale] }).catch(() => undefined);

/** The reason if the sale is refused permanently, else undefined. */
function refusalOf(error: unknown): string | undefined {
  if (!isRefused(error)) return undefined;
  const isAboutTheSale = [error.status, error.code].every((why) => !NOT_ABOUT_THE_SALE.has(why));
  return isAboutTheSale ? error.message : undefined;
}

function sendLater(): void {
  timer ??= setTimeout(() => void flush(), retryDelayMs(failures + 1, SALE_BACKOFF));
}

async function remove(key: string): Promise<void> {
  const seller = sellerNow();
  if (seller !== undefined) await drop(seller.device, key);
}

/**
 * Sends a refused sale again under the same key. It was never recorded, so this cannot double it.
 */
async function sendAgain(key: string): Promise<void> {
  const seller = sellerNow();
  const sale = state.get().refused.find((each) => each.key === key);
  if (seller !== undefined && sale !== undefined) {
    const { refused: _, ...again } = sale;
    await keep(seller.device, again);
  }
  await flush();
}

let wasReady = false;

/** Sales that an earlier page left are sent as soon as they are read. */
function followDevice(): void {
  const { isReady } = device.get();
  publish();
  if (isReady && !wasReady) void flush();
  wasReady = isReady;
}

window.addEventListener("online", () => void flush());
device.subscribe(followDevice);
// When another person signs in, only their sales are sent.
session.subscribe(() => void flush());

export const saleOutbox = {
  record,
  flush,
  remove,
  sendAgain,
  recordedAs: (key: string): SaleResult | undefined => recorded.get(key),
  get: state.get,
  subscribe: state.subscribe,
  /** Called when sales that had waited were recorded. */
  onArrival: arrivals.subscribe,
};
