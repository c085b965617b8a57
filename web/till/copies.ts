import * as z from "zod/mini";

import {
  MOST_COPIES_AT_ONCE,
  ORIGINAL,
  TILL_COPIES_PATH,
  TillCopiesAnswer,
  TillCopy,
} from "#kernel/contract/api/till/receipt-copies.ts";

import type { PartStore } from "./data-store.ts";
import { COPIES_PART } from "./rows.ts";

// The copies of receipts that this till handed out: kept on the device, and sent when it can.

const CopyRow = z.extend(TillCopy, { isSent: z.optional(z.boolean()) });
type CopyRow = z.infer<typeof CopyRow>;
const Rows = z.array(z.unknown());

export type CopyPorts = Readonly<{
  shop: string;
  parts: Pick<PartStore, "get" | "put">;
  /** Rejects without an answer. */
  signedPost: <Body>(path: string, schema: z.ZodMiniType<Body>, json: object) => Promise<Body>;
}>;

/** Of the copies that are sent, the last ones are kept, so that the next has the number after it. */
const MOST_SENT = 500;
/** A sale that has not arrived by then never does. */
const WAITS_MS = 60 * 86_400_000;

/** Stores a copy before it is handed out. Resolves when it is on the disk. */
export const keepCopy = ({ shop, parts }: Omit<CopyPorts, "signedPost">, copy: TillCopy) =>
  inTurn(shop, async () => parts.put(COPIES_PART, [...(await read(parts)), copy]));

/** The number of the last receipt of the sale that this till handed out. */
export async function lastCopyHere(
  { parts }: Pick<CopyPorts, "parts">,
  saleId: string,
): Promise<number> {
  const own = (await read(parts)).filter(({ sale }) => sale === saleId);
  return Math.max(ORIGINAL, ...own.map(({ copy }) => copy));
}

let sending: Promise<unknown> = Promise.resolve();

/** Sends what was not sent yet, the oldest first. What the server cannot count yet stays. */
export function sendCopies(ports: CopyPorts): Promise<void> {
  // The one before may be about to send the same ones.
  const sent = sending.then(() => sendAll(ports));
  sending = sent.catch(() => undefined);
  return sent;
}

async function sendAll({ shop, parts, signedPost }: CopyPorts): Promise<void> {
  const unsent = (await read(parts)).filter(({ isSent }) => isSent !== true);
  for (let from = 0; from < unsent.length; from += MOST_COPIES_AT_ONCE) {
    const copies = unsent.slice(from, from + MOST_COPIES_AT_ONCE);
    const { settled } = await signedPost(TILL_COPIES_PATH, TillCopiesAnswer, { copies });
    const ids = new Set(settled);
    await inTurn(shop, async () => {
      const rows = await read(parts);
      const marked = rows.map((row) => (ids.has(row.id) ? { ...row, isSent: true } : row));
      await parts.put(COPIES_PART, keptOf(marked, Date.now()));
    });
  }
}

function keptOf(rows: readonly CopyRow[], nowMs: number): readonly CopyRow[] {
  const sent = rows.filter(({ isSent }) => isSent === true);
  const gone = new Set(sent.slice(0, -MOST_SENT));
  return rows.filter((row) => !gone.has(row) && (row.isSent === true || row.at > nowMs - WAITS_MS));
}

/** A row that this version cannot read is one of a later version, which has sent it. */
async function read(parts: Pick<PartStore, "get">): Promise<readonly CopyRow[]> {
  const stored = Rows.safeParse(await parts.get(COPIES_PART)).data ?? [];
  return stored.flatMap((row) => CopyRow.safeParse(row).data ?? []);
}

let changing: Promise<unknown> = Promise.resolve();

/** One change after the other, in this tab and in others. */
function inTurn(shop: string, work: () => Promise<void>): Promise<void> {
  const { locks }: Readonly<{ locks?: LockManager | null }> = navigator;
  const alone = async (): Promise<void> => {
    await (locks ? locks.request(`tillbook:${shop}:copies`, work) : work());
  };
  const change = changing.then(alone);
  changing = change.catch(() => undefined);
  return change;
}
