import { isRefused } from "#web/api/request-error.ts";

import { mergeData, toDataChange, withStocks } from "./data.ts";
import type { TillContext } from "./memory.ts";
import type { SaleRow } from "./rows.ts";
import { dayStartMs, type Memory } from "./shown.ts";

const EVERY_MS = 5_000;
const TOO_FAR_BEHIND = 410;

/** Downloads what the till needs to sell without a network, when the log is longer than its data. */
export function createDownloader(context: TillContext) {
  let downloadedMono = -Infinity;
  return async (): Promise<void> => {
    const need = needOf(context.memory.now());
    const isEarly = context.mono() - downloadedMono < EVERY_MS;
    if (context.seller() === undefined || need === undefined) return;
    if (need === "changes" && isEarly) return;
    downloadedMono = context.mono();
    try {
      await take(context, need === "all" ? undefined : context.memory.now().data?.seq);
    } catch (error) {
      if (!isRefused(error) || error.status !== TOO_FAR_BEHIND) throw error;
      await take(context, undefined);
    }
  };
}

function needOf({ till, data, isPartial }: Memory): "all" | "changes" | undefined {
  if (till?.number === undefined || till.state === "revoked") return undefined;
  if (till.needsAll === true || isPartial === true || data === undefined) return "all";
  return till.log !== undefined && till.log.seq > data.seq ? "changes" : undefined;
}

/** Without `since` everything is downloaded, and replaces what the till has. */
async function take(context: TillContext, since: number | undefined): Promise<void> {
  const { memory, store, clock } = context;
  const isWhole = since === undefined;
  const changes = withStocks(memory.now().data, await context.download(since));
  const takenMs = clock.nowMs();
  const data = mergeData(isWhole ? undefined : memory.now().data, changes, takenMs);
  const { seq, settings } = data;
  await context.data.save({ seq, takenMs, settings }, toDataChange(changes, isWhole));
  const till = isWhole
    ? await store.changeTill((row) => ({ ...row, needsAll: false }))
    : memory.now().till;
  const startMs = dayStartMs(data, takenMs);
  const sales = [...memory.now().sales].filter(([, sale]) => isNeeded(sale, seq, startMs));
  memory.publish({ till, data, isPartial: false, sales: new Map(sales) });
  context.announce();
}

const isNeeded = ({ state, entry, logSeq = 0 }: SaleRow, seq: number, startMs: number): boolean =>
  state !== "sent" || entry.at >= startMs || logSeq > seq;
