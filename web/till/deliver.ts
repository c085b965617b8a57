import * as z from "zod/mini";

import {
  EntriesAnswer,
  type EntriesRequest,
  type Entry,
  MOST_ENTRIES,
  MOST_ENTRY_BYTES,
} from "#kernel/contract/api/till/entries.ts";
import type { RawAnswer } from "#web/api/signed-request.ts";

// How entries are sent, and what the answers mean.

/** Room for the rest of the request. */
const LEAST_ROOM = 4 * 1024;
/** After a request without an answer fewer entries are sent at once, but not fewer than this. */
const LEAST_ENTRIES = 10;

/** The oldest of these entries that fit into one request. */
export function fitting(entries: readonly Entry[]): Entry[] {
  let room = MOST_ENTRY_BYTES - LEAST_ROOM;
  const encoder = new TextEncoder();
  const batch: Entry[] = [];
  for (const entry of entries.slice(0, MOST_ENTRIES)) {
    room -= encoder.encode(JSON.stringify(entry)).length + 1;
    if (room < 0 && batch.length > 0) break;
    batch.push(entry);
  }
  return batch;
}

export const fewer = (count: number): number => Math.max(LEAST_ENTRIES, Math.floor(count / 2));
export const more = (count: number): number => Math.min(MOST_ENTRIES, count * 2);

/** Longer than the server takes at most. */
const ANSWER_WITHIN_MS = 6_000;
/** 32 kbit/s: a slower line is taken for a dead one. */
const BYTES_A_MS = 4;

/** After so long a request counts as lost: the entries are sent again, and recorded once. */
export const timeoutOf = (bytes: number): number => ANSWER_WITHIN_MS + bytes / BYTES_A_MS;

export type Delivered =
  | Readonly<{ is: "answered"; answer: EntriesAnswer }>
  /** An earlier entry comes first. */
  | Readonly<{ is: "gap"; next: number }>
  | Readonly<{ is: "unknown-till" | "suspended" | "deleted" | "newer-entry" | "refused" }>
  /** No answer, or none that is about the entries. */
  | Readonly<{ is: "later"; retryAfterMs?: number | undefined }>;

const Refusal = z.object({ code: z.string() });
const Gap = z.object({ next: z.int() });

/** Answers about a session, or about how much is sent, do not concern the entries. */
const LATER = new Set([401, 408, 413, 425, 429]);
const SERVER_TROUBLE = 500;

/** Refusals by status and code. */
const REFUSALS: Readonly<Record<string, Delivered>> = {
  "403 unknown-till": { is: "unknown-till" },
  "403 suspended": { is: "suspended" },
  "410 account-deleted": { is: "deleted" },
  "503 newer-entry": { is: "newer-entry" },
};

export function toDelivered({ status, json, retryAfterMs }: RawAnswer): Delivered {
  if (status === 200) {
    const answer = EntriesAnswer.safeParse(json).data;
    return answer ? { is: "answered", answer } : { is: "later" };
  }
  // Without a code it is not the server that answered, but something on the way to it.
  const code = Refusal.safeParse(json).data?.code;
  const gap = code === "entries-missing" ? Gap.safeParse(json).data : undefined;
  if (gap) return { is: "gap", next: gap.next };
  const isLater = code === undefined || status >= SERVER_TROUBLE || LATER.has(status);
  return (
    REFUSALS[`${status} ${code}`] ?? (isLater ? { is: "later", retryAfterMs } : { is: "refused" })
  );
}

type RequestFacts = Pick<EntriesRequest, "tenant" | "till" | "log"> & Readonly<{ made: number }>;

export const toRequest = (
  entries: readonly Entry[],
  { tenant, till, log, made }: RequestFacts,
): EntriesRequest => ({
  tenant,
  till,
  entries: [...entries],
  told_seq: made,
  ...(log ? { log } : {}),
});
