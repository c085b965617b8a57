import { ENTRIES_PATH, type Entry, MOST_ENTRIES } from "#kernel/contract/api/till/entries.ts";
import { TenantId } from "#kernel/contract/ids.ts";

import { type Said, settledBy, type Settled } from "./answers.ts";
import {
  type Delivered,
  fewer,
  fitting,
  more,
  timeoutOf,
  toDelivered,
  toRequest,
} from "./deliver.ts";
import type { TillContext } from "./memory.ts";
import type { SaleRow, TillRow } from "./rows.ts";
import { sign } from "./signer.ts";
import type { TillNow } from "./till-now.ts";

/** How sending ended. */
export type Ending =
  | Readonly<{ is: "idle" | "sent" | "unknown-till" }>
  | Readonly<{ is: "later"; retryAfterMs?: number | undefined }>
  | Readonly<{ is: "stopped"; problem: NonNullable<TillNow["problem"]> }>;

export const IDLE: Ending = { is: "idle" };

/** Sends one request after the other, the oldest entries first, until an answer ends it. */
export function createSender(context: TillContext) {
  /** Entries that are sent at once. */
  let size = MOST_ENTRIES;

  async function sendOnce(isForced: boolean): Promise<Ending> {
    const { store } = context;
    const till = await store.readTill();
    if (till?.number === undefined || till.isWiped === true) return IDLE;
    if (till.isUnknown === true) return { is: "unknown-till" };
    // A till that waits only asks whether it still does.
    const count = till.state === "waiting" ? 0 : size;
    const batch = count === 0 ? [] : await oldestFitting(context, till, count);
    return batch.length > 0 || isForced ? deliver(till, batch) : IDLE;
  }

  async function deliver(till: TillRow, batch: readonly Entry[]): Promise<Ending> {
    const { clock, mono } = context;
    const sentMono = mono();
    const delivered = await post(context, till, batch).catch((): undefined => undefined);
    size = delivered ? more(size) : fewer(size);
    if (delivered?.is !== "answered") return afterRefusal(context, delivered ?? { is: "later" });
    const { answer } = delivered;
    clock.hear(answer.now, sentMono);
    const settled = settledBy(batch, answer);
    const isResent = await apply(context, answer, settled);
    const isApproved = till.state === "waiting" && answer.state !== "waiting";
    return isResent || isApproved || settled.length > 0 ? { is: "sent" } : IDLE;
  }

  /** `isForced`: calls the server also if there is nothing to send. */
  return async (isForced: boolean): Promise<Ending> => {
    let ending = await sendOnce(isForced);
    while (ending.is === "sent") ending = await sendOnce(false);
    return ending;
  };
}

async function oldestFitting(
  { store }: TillContext,
  { generation }: TillRow,
  count: number,
): Promise<Entry[]> {
  const rows = await store.oldest(generation, count);
  return fitting(rows.map(({ entry }) => entry));
}

/** Rejects without an answer. */
async function post(
  { store, tenantId, send }: TillContext,
  { number = 0, log, nextSeq }: TillRow,
  batch: readonly Entry[],
): Promise<Delivered> {
  const keys = await store.readKeys();
  if (keys === undefined) throw new Error("a till without keys");
  const tenant = TenantId.parse(tenantId);
  const request = toRequest(batch, { tenant, till: number, log, made: nextSeq - 1 });
  const body = await sign(keys, ENTRIES_PATH, request);
  return toDelivered(await send(ENTRIES_PATH, body, timeoutOf(body.bytes.length)));
}

async function afterRefusal(
  context: TillContext,
  delivered: Exclude<Delivered, { is: "answered" }>,
): Promise<Ending> {
  switch (delivered.is) {
    case "later":
      return delivered;
    case "gap": {
      const isResent = await apply(context, { next: delivered.next }, []);
      return { is: isResent ? "sent" : "later" };
    }
    case "unknown-till": {
      const till = await context.store.changeTill((row) => ({ ...row, isUnknown: true }));
      context.memory.publish({ till });
      return { is: "unknown-till" };
    }
    case "suspended":
    case "deleted":
    case "newer-entry":
    case "refused":
      return { is: "stopped", problem: delivered.is };
  }
}

/** True: entries that the server has lost are sent again. */
async function apply(
  { store, memory, clock, announce }: TillContext,
  said: Said,
  settled: readonly Settled[],
): Promise<boolean> {
  const before = memory.now().till;
  const nowMs = clock.nowMs();
  const after = await store.answered({ said, settled, offsetMs: clock.offsetMs(), nowMs });
  const toSend = await store.countUnsent();
  const { till, isResent } = after;
  memory.publish({ till, sales: patched(memory.now().sales, after.sales), toSend });
  if (isResent) await memory.read();
  if (settled.length > 0 || isResent || isOtherTill(before, till)) announce();
  return isResent;
}

const isOtherTill = (before: TillRow | undefined, after: TillRow): boolean =>
  before?.state !== after.state || (before.isCopied ?? false) !== (after.isCopied ?? false);

const patched = (
  sales: ReadonlyMap<string, SaleRow>,
  changed: readonly SaleRow[],
): ReadonlyMap<string, SaleRow> =>
  new Map([...sales, ...changed.map((sale) => [sale.entry.id, sale] as const)]);
