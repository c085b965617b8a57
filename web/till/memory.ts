import type { TillChanges } from "#kernel/contract/api/till/changes.ts";
import type { RawAnswer, SignedBody } from "#web/api/signed-request.ts";

import type { DataStore } from "./data-store.ts";
import type { EnrolDeps } from "./enrol.ts";
import { dayStartMs, EMPTY, type Memory, phaseOf, toTillNow } from "./shown.ts";
import type { TillClock } from "./till-clock.ts";
import type { TillNow } from "./till-now.ts";

export type EngineDeps = EnrolDeps &
  Readonly<{
    tenantId: string;
    data: DataStore;
    clock: TillClock;
    mono: () => number;
    /** Rejects without an answer. */
    send: (path: string, body: SignedBody, withinMs: number) => Promise<RawAnswer>;
    download: (since: number | undefined) => Promise<TillChanges>;
    /** Only one tab sends at a time. */
    lock: (work: () => Promise<void>) => Promise<void>;
    /** The id of the person who sells. */
    person: () => string | undefined;
    show: (now: TillNow) => void;
    /** Other tabs read again. */
    announce: () => void;
    /** Does the work after what waits now. */
    later: (work: () => void) => void;
    /** Does the work once the screen shows what has changed. Absent: as `later`. */
    drawn?: (work: () => void) => void;
  }>;

export type TillMemory = ReturnType<typeof createMemory>;
export type TillContext = EngineDeps & Readonly<{ memory: TillMemory }>;

/** What a page knows of the till, which is what its device has. */
export function createMemory({ store, data: dataStore, clock, show }: EngineDeps) {
  let memory: Memory = EMPTY;
  let isClosed = false;
  let version = 0;

  function keep(changes: Partial<Memory>): void {
    version += 1;
    const { toSend = memory.toSend } = changes;
    const sent = memory.sent + (toSend < memory.toSend ? 1 : 0);
    memory = { ...memory, ...changes, sent };
  }

  function publish(changes: Partial<Memory> = {}): void {
    keep(changes);
    if (!isClosed) show(toTillNow(memory, clock.nowMs()));
  }

  /** Reads what the device has: at the start, and when another tab has changed it. */
  async function read(): Promise<void> {
    const own = version;
    const [till, kept, toSend] = await Promise.all([
      store.readTill(),
      dataStore.read(),
      store.countUnsent(),
    ]);
    const data = kept?.data;
    const sinceMs = dayStartMs(data, clock.nowMs());
    const rows = await store.readSales({ sinceMs, dataSeq: data?.seq ?? 0 });
    // This tab has changed something meanwhile, which these rows may lack.
    if (own !== version) return read();
    const { offsetMs } = till ?? {};
    if (offsetMs !== undefined && offsetMs !== memory.till?.offsetMs) clock.adopt(offsetMs);
    const sales = new Map(rows.map((sale) => [sale.entry.id, sale]));
    publish({ till, data, isPartial: kept?.isPartial, toSend, sales });
    await forgetCustomersIfExpired();
  }

  async function forgetCustomersIfExpired(): Promise<void> {
    const { data } = memory;
    const isExpired = phaseOf(memory, clock.nowMs()) === "expired";
    if (!isExpired || data === undefined || data.customers.length === 0) return;
    const { seq, takenMs, settings } = data;
    await dataStore.forgetCustomers({ seq, takenMs, settings });
    publish({ data: { ...data, customers: [] }, isPartial: true });
  }

  return {
    now: (): Memory => memory,
    /** Without showing it yet. */
    keep,
    publish,
    read,
    /** Time has passed: another day, or too long without contact. */
    tick: async (): Promise<void> => {
      publish();
      await forgetCustomersIfExpired();
    },
    close: (): void => {
      isClosed = true;
    },
  };
}
