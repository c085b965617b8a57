import { written } from "#kernel/contract/api/envelope.ts";
import { SaleResult } from "#kernel/contract/api/sale.ts";
import { retryDelayMs, SALE_BACKOFF } from "#kernel/contract/backoff.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request, serverClock } from "#web/api/http-client.ts";
import { isRefused, RequestError } from "#web/api/request-error.ts";
import { currencyOf } from "#web/format/money.ts";
import { notices } from "#web/state/notices.ts";
import { session } from "#web/state/session.ts";
import { createStore } from "#web/state/store.ts";

import { dropUnsent, keepUnsent, readUnsent, type UnsentSale } from "./unsent-sales.ts";

const words = texts.notifications;

/** Notifies about a sale that was recorded late: the person has gone on to other sales by then. */
export const notifyRecorded = (sale: SaleResult): void =>
  notices.raise({
    type: "success",
    title: words.saleTitle,
    message: words.sale(
      sale.item_count,
      formatMoney(minorOf(sale.total_amount), currencyOf(sale.currency)),
    ),
    action: words.viewSale,
    about: sale.id,
  });

// Sales on their way to the server. Each is stored on the device before it is sent, and removed
// only after a response. If the response is lost, the sale is sent again under the same key, so
// that it is recorded once.

const Recorded = written(SaleResult);

export type NewSale = Pick<UnsentSale, "body" | "itemCount" | "totalMinor" | "draft">;

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
const TOO_OLD =
  "Too old to send again. It may already be recorded: check Sales before you sell it again.";
/** The number of late responses kept for the screen that shows the sale. */
const REMEMBERED = 20;
const EMPTY: OutboxState = { waiting: [], refused: [], sending: false };

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

function publish(): void {
  const owner = ownerNow();
  const all = owner === undefined ? [] : readUnsent(owner);
  const shown = all.filter(({ key }) => !underWay.has(key));
  if (shown.length === 0) state.set(EMPTY);
  else {
    const waiting = shown.filter(({ refused }) => refused === undefined);
    const refused = shown.filter((sale) => sale.refused !== undefined);
    state.set({ waiting, refused, sending });
  }
}

type Sending = Pick<UnsentSale, "key" | "body">;

async function send(owner: string, { key, body: json }: Sending): Promise<SaleResult> {
  const how = { method: "POST", json, commandKey: key } as const;
  const answer = await request("/api/sales.php", Recorded, how);
  dropUnsent(owner, key);
  return answer.data;
}

/**
 * A retry includes the time of the sale, the first try does not: the server's own clock is best.
 * The server accepts both as the same sale.
 */
const late = ({ key, body, occurredAt }: UnsentSale): Sending => ({
  key,
  body: occurredAt === undefined ? body : { ...body, occurred_at: occurredAt },
});

function remember(key: string, sale: SaleResult): void {
  recorded.set(key, sale);
  const [oldest] = recorded.keys();
  if (recorded.size > REMEMBERED && oldest !== undefined) recorded.delete(oldest);
}

/**
 * Throws if the server refuses the sale. Without a response, the sale is kept and sent again later.
 */
async function record(sale: NewSale): Promise<SaleOutcome> {
  const owner = ownerNow();
  if (owner === undefined) throw new Error("a sale without a session");
  const key = crypto.randomUUID();
  const occurredAt = new Date(serverClock.nowMs()).toISOString();
  const entry: UnsentSale = { ...sale, key, madeMs: Date.now(), occurredAt };
  underWay.add(key);
  keepUnsent(owner, entry);
  try {
    return { state: "recorded", key, sale: await send(owner, entry) };
  } catch (error) {
    if (isRefused(error)) {
      dropUnsent(owner, key);
      throw error;
    }
    sendLater();
    return { state: "kept", key };
  } finally {
    underWay.delete(key);
    publish();
  }
}

/** Sends waiting sales, oldest first. Stops at the first failure and tries again later. */
async function flush(): Promise<void> {
  const owner = ownerNow();
  clearTimeout(timer);
  timer = undefined;
  publish();
  if (owner === undefined || sending || state.get().waiting.length === 0) return;
  const { waiting } = state.get();
  sending = true;
  publish();
  const { arrived, isCut } = await sendAll(owner, waiting);
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
async function sendAll(owner: string, sales: readonly UnsentSale[]) {
  let arrived = 0;
  for (const sale of sales) {
    if (ownerNow() !== owner) break;
    try {
      await sendAnew(owner, sale);
      arrived += 1;
    } catch (error) {
      const refused = refusalOf(error);
      if (refused === undefined) return { arrived, isCut: true };
      keepUnsent(owner, { ...sale, refused });
    }
  }
  return { arrived, isCut: false };
}

async function sendAnew(owner: string, sale: UnsentSale): Promise<void> {
  if (Date.now() - sale.madeMs > SENT_AGAIN_FOR_MS) throw new RequestError("refused", TOO_OLD);
  const answer = await send(owner, late(sale));
  remember(sale.key, answer);
  if (ownerNow() === owner) notifyRecorded(answer);
}

/** The reason if the sale is refused permanently, else undefined. */
function refusalOf(error: unknown): string | undefined {
  if (!isRefused(error)) return undefined;
  const isAboutTheSale = [error.status, error.code].every((why) => !NOT_ABOUT_THE_SALE.has(why));
  return isAboutTheSale ? error.message : undefined;
}

function sendLater(): void {
  timer ??= setTimeout(() => void flush(), retryDelayMs(failures + 1, SALE_BACKOFF));
}

function remove(key: string): void {
  const owner = ownerNow();
  if (owner !== undefined) dropUnsent(owner, key);
  publish();
}

/**
 * Sends a refused sale again under the same key. It was never recorded, so this cannot double it.
 */
function sendAgain(key: string): void {
  const owner = ownerNow();
  const sale = state.get().refused.find((each) => each.key === key);
  if (owner !== undefined && sale !== undefined) {
    const { refused: _, ...again } = sale;
    keepUnsent(owner, again);
  }
  void flush();
}

window.addEventListener("online", () => void flush());
window.addEventListener("storage", publish);
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
