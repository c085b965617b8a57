import { written } from "#kernel/contract/api/envelope.ts";
import { SaleWritten } from "#kernel/contract/api/sale.ts";

import { request } from "./http-client.ts";
import { isRefused } from "./request-error.ts";
import { session } from "./session.ts";
import { tellCompleted } from "./tell-completed.ts";
import { dropUnsent, keepUnsent, readUnsent } from "./unsent-sales.ts";
import type { UnsentSale } from "./unsent-sales.ts";

// Sales on their way to the server. Each is on the device before it is sent and leaves it only when the server
// has answered: one whose answer was lost is sent again, always under its first key, so that it is recorded once.

const Recorded = written(SaleWritten);

export type NewSale = Pick<UnsentSale, "body" | "itemCount" | "totalMinor" | "draft">;

/** `kept`: no answer came, so it is not known; the sale stays on the device until the server has answered. */
export type SaleOutcome =
  | { state: "recorded"; key: string; sale: SaleWritten }
  | { state: "kept"; key: string };

export type OutboxState = Readonly<{
  /** Without an answer, beside what is under way for the first time. */
  waiting: readonly UnsentSale[];
  refused: readonly UnsentSale[];
  sending: boolean;
}>;

const WAITS_MS = [2_000, 5_000, 15_000, 30_000, 60_000];
/** Answers that say nothing about the sale: sign in again, ask again later. */
const NOT_ABOUT_THE_SALE = new Set([401, 403, 408, 429]);
const EMPTY: OutboxState = { waiting: [], refused: [], sending: false };

const underWay = new Set<string>();
const recorded = new Map<string, SaleWritten>();
const listeners = new Set<() => void>();
const arrivals = new Set<() => void>();
let state = EMPTY;
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
  state =
    shown.length === 0
      ? EMPTY
      : {
          waiting: shown.filter(({ refused }) => refused === undefined),
          refused: shown.filter(({ refused }) => refused !== undefined),
          sending,
        };
  for (const listener of listeners) listener();
}

async function send(owner: string, { key, body }: UnsentSale): Promise<SaleWritten> {
  const answer = await request("/api/sales.php", Recorded, {
    method: "POST",
    json: body,
    commandKey: key,
  });
  dropUnsent(owner, key);
  recorded.set(key, answer.data);
  return answer.data;
}

/** Throws what the server refuses; without an answer the sale is kept and sent again later. */
async function record(sale: NewSale): Promise<SaleOutcome> {
  const owner = ownerNow();
  if (owner === undefined) throw new Error("a sale without a session");
  const entry: UnsentSale = { ...sale, key: crypto.randomUUID(), madeMs: Date.now() };
  const { key } = entry;
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
  if (owner === undefined || sending || state.waiting.length === 0) return;
  const { waiting } = state;
  sending = true;
  publish();
  const done = await sendAll(owner, waiting);
  sending = false;
  failures = done ? 0 : failures + 1;
  publish();
  for (const arrive of arrivals) arrive();
  if (!done) sendLater();
}

async function sendAll(owner: string, sales: readonly UnsentSale[]): Promise<boolean> {
  for (const sale of sales) {
    try {
      tellCompleted(await send(owner, sale));
    } catch (error) {
      if (!isRefused(error) || NOT_ABOUT_THE_SALE.has(error.status ?? 0)) return false;
      keepUnsent(owner, { ...sale, refused: error.message });
    }
  }
  return true;
}

function sendLater(): void {
  timer ??= setTimeout(() => void flush(), WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
}

function remove(key: string): void {
  const owner = ownerNow();
  if (owner !== undefined) dropUnsent(owner, key);
  publish();
}

/** Once more, under the same key: what was refused was never recorded, and may be by now. */
function sendAgain(key: string): void {
  const owner = ownerNow();
  const sale = state.refused.find((each) => each.key === key);
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

const into = (set: Set<() => void>) => (listener: () => void) => {
  set.add(listener);
  return () => void set.delete(listener);
};

export const saleOutbox = {
  record,
  flush,
  remove,
  sendAgain,
  recordedAs: (key: string): SaleWritten | undefined => recorded.get(key),
  snapshot: () => state,
  subscribe: into(listeners),
  /** Called when sales that had waited got their answers. */
  onArrival: into(arrivals),
};
