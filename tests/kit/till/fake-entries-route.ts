import { createPublicKey, verify } from "node:crypto";
import { gunzipSync } from "node:zlib";

import {
  EntriesRequest,
  type Entry,
  type EntryResult,
  signedHead,
  TILL_SIGNATURE,
} from "#kernel/contract/api/till/entries.ts";
import type { TillState } from "#kernel/contract/api/till/tills.ts";
import type { RawAnswer, SignedBody } from "#web/api/signed-request.ts";

/** What the server has of a till; a test may change it. */
type Office = {
  state: TillState;
  lastSeq: number;
  /** Entries by their ids, in the order in which they arrived. */
  entries: Map<string, Entry>;
  logSeq: number;
  /** Another history has other chain hashes. */
  history: string;
  nowMs: number;
  publicKey: string | undefined;
  /** Answers everything, instead of the route. */
  instead: Reply | undefined;
};

type Reply = (request: EntriesRequest) => RawAnswer | Promise<RawAnswer>;

/** The route of entries as a till sees it. */
export function createFakeEntriesRoute() {
  const office: Office = {
    state: "active",
    lastSeq: 0,
    entries: new Map(),
    logSeq: 10,
    history: "a",
    nowMs: Date.UTC(2026, 10, 25, 12),
    publicKey: undefined,
    instead: undefined,
  };
  const requests: EntriesRequest[] = [];
  const next: Reply[] = [];

  const chainAt = (seq: number): string => {
    const digit = (seq + office.history.charCodeAt(0)) % 16;
    return digit.toString(16).repeat(64);
  };

  function receive(request: EntriesRequest): RawAnswer {
    const results: EntryResult[] = [];
    let isCopied = false;
    for (const entry of office.state === "waiting" ? [] : request.entries) {
      const { id, seq } = entry;
      if (seq > office.lastSeq + 1) {
        return refusal(409, "entries-missing", { next: office.lastSeq + 1 });
      }
      if (office.entries.has(id)) results.push({ id, state: "already" });
      else {
        office.entries.set(id, entry);
        office.logSeq += 1;
        isCopied ||= seq <= office.lastSeq;
        office.lastSeq = Math.max(office.lastSeq, lastOf(entry));
        results.push(resultOf(id, office.state));
      }
    }
    const { log } = request;
    const isKnown =
      log === undefined || (log.seq <= office.logSeq && log.chain === chainAt(log.seq));
    return {
      status: 200,
      json: {
        next: office.lastSeq + 1,
        now: office.nowMs,
        state: office.state,
        log: { seq: office.logSeq, chain: chainAt(office.logSeq) },
        log_known: isKnown,
        copied: isCopied,
        results,
      },
    };
  }

  return {
    office,
    /** Requests that arrived, in their order. */
    requests,
    /** Answers before the office does: each once. */
    reply: (...replies: readonly Reply[]): void => void next.push(...replies),
    send: async (path: string, body: SignedBody): Promise<RawAnswer> => {
      const request = EntriesRequest.parse(JSON.parse(unpacked(body).toString("utf8")));
      requests.push(request);
      const reply = next.shift() ?? office.instead;
      if (reply) return reply(request);
      if (!isSigned(path, body, office.publicKey)) return refusal(403, "unknown-till");
      return receive(request);
    },
  };
}

export const refusal = (status: number, code: string, more: object = {}): RawAnswer => ({
  status,
  json: { success: false, error: code, code, request_id: "r-1", ...more },
});

/** The connection is cut. */
export const noAnswer = (): Promise<RawAnswer> => Promise.reject(new TypeError("Failed to fetch"));

const unpacked = ({ bytes, headers }: SignedBody): Buffer =>
  headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : Buffer.from(bytes);

function isSigned(path: string, { bytes, headers }: SignedBody, publicKey = ""): boolean {
  if (publicKey === "") return false;
  const key = createPublicKey({
    key: Buffer.from(publicKey, "base64"),
    format: "der",
    type: "spki",
  });
  const signed = Buffer.concat([Buffer.from(signedHead("POST", path)), bytes]);
  const signature = Buffer.from(headers[TILL_SIGNATURE] ?? "", "base64");
  return verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, signature);
}

function lastOf({ kind, seq, body }: Entry): number {
  const isLost = kind === "lost" && typeof body === "object" && body !== null && "to" in body;
  return isLost ? Number(body.to) : seq;
}

const resultOf = (id: string, state: TillState): EntryResult =>
  state === "revoked" ? { id, state: "aside", reason: "till-revoked" } : { id, state: "accepted" };
