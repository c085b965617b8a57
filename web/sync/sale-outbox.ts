import { written } from "#kernel/contract/api/envelope.ts";
import { SaleResult } from "#kernel/contract/api/sale.ts";
import { retryDelayMs } from "#kernel/contract/backoff.ts";
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

/** Of a sale that had to wait for its answer: whoever made it has long gone on to the next one. */
export const tellCompleted = (sale: SaleResult): void =>
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

// Sales on their way to the server. Each is on the device before it is sent and leaves it only when the server
// has answered: one whose answer was lost is sent again, always under its first key, so that it is recorded once.

const Recorded = written(SaleResult);

export type NewSale = Pick<UnsentSale, "body" | "itemCount" | "totalMinor" | "draft">;

/** `kept`: no answer came, so it is not known; the sale stays on the device until the server has answered. */
export type SaleOutcome =
  | { state: "recorded"; key: string; sale: SaleResult }
  | { state: "kept"; key: string };

export type OutboxState = Readonly<{
  /** Without an answer, beside what is under way for the first time. */
  waiting: readonly UnsentSale[];
  refused: readonly UnsentSale[];
  sending: boolean;
}>;

const BACKOFF = { firstMs: 2_000, longestMs: 60_000 };
/** Answers that say nothing about the sale: sign in again, ask again later, this person may not. */
const NOT_ABOUT_THE_SALE = new Set<unknown>([
  401,
  408,
  429,
  "not-allowed",
  "two-factor-setup-required",
]);
/** The server knows a key for 7 days; after that the sale could be recorded a second time. */
const SENT_AGAIN_FOR_MS = 6 * 24 * 60 * 60_000;
const TOO_OLD =
  "Too old to be sent again: it may have been recorded. Look for it in Sales before you sell it anew.";
/** Answers that came late; the screen of the sale, one at a time, shows its own. */
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
 * Sent late, a sale says when it was made (R52). The first time it does not: it is made now, by the server's clock.
 * The server takes both for the same sale.
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

/** Throws what the server refuses; without an answer the sale is kept and sent again later. */
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

/** Sends what waits, oldest first; where the network is still gone it stops and tries again later. */
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
  // Also what came to wait meanwhile, and what waits for whoever has signed in since.
  if (state.get().waiting.length > 0) sendLater();
}

/** Stops without an answer, and where somebody else has signed in: under their name it would be their sale. */
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
  if (ownerNow() === owner) tellCompleted(answer);
}

/** Why the sale will not be recorded, in words. */
function refusalOf(error: unknown): string | undefined {
  if (!isRefused(error)) return undefined;
  const isAboutTheSale = [error.status, error.code].every((why) => !NOT_ABOUT_THE_SALE.has(why));
  return isAboutTheSale ? error.message : undefined;
}

function sendLater(): void {
  timer ??= setTimeout(() => void flush(), retryDelayMs(failures + 1, BACKOFF));
}

function remove(key: string): void {
  const owner = ownerNow();
  if (owner !== undefined) dropUnsent(owner, key);
  publish();
}

/** Once more, under the same key: what was refused was never recorded, and may be by now. */
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
// Another person's sales are not this one's to send.
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
