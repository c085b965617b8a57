import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";

import {
  ENTRIES_PATH,
  EntriesAnswer,
  type EntriesRequest,
  type Entry,
  type EntryResult,
  TILL_SIGNATURE,
} from "#kernel/contract/api/till/entries.ts";
import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import { newId } from "#kernel/node/ids.ts";

import { createSigner, type TillSigner } from "./till-signer.ts";

const MOST_MS = 2 ** 48 - 1;

/** A UUID of version 8, laid out like one of version 7, which has no time before 1970. */
const newEntryId = (nowMs: number): string =>
  newId(Math.min(Math.max(nowMs, 0), MOST_MS)).replace(/^(.{14})7/, "$18");

export type Reply = Readonly<{ status: number; body: unknown; headers: object }>;

type Posting = Readonly<{
  /** Plain JSON instead of gzip. */
  plain?: boolean;
  /** Instead of the till's own. */
  signature?: string | undefined;
  headers?: Readonly<Record<string, string>>;
}>;

/** How its requests reach the server: a Fastify app, or something over a network. */
export type TillTransport = Readonly<{
  inject: (
    request: Readonly<{
      method: "POST";
      url: string;
      headers: Record<string, string>;
      payload: Buffer;
    }>,
  ) => PromiseLike<Readonly<{ statusCode: number; json: () => unknown; headers: object }>>;
}>;

type Options = Readonly<{
  tenantId: TenantId;
  /** Its number. */
  till: number;
  person: UserId;
  signer?: TillSigner;
}>;

/** A till as the browser has it: a number, a key, and entries that it numbers without gaps. */
export function createModelTill(app: TillTransport, options: Options) {
  const { tenantId, till, person, signer = createSigner() } = options;
  let made = 0;

  /** The next entry; with `seq`, one of another number. */
  function entry(kind: string, body: unknown, over: Partial<Entry> = {}): Entry {
    if (over.seq === undefined) made += 1;
    const at = over.at ?? Date.now();
    return {
      id: newEntryId(at),
      seq: made,
      v: 1,
      salt: randomBytes(16).toString("hex"),
      kind,
      body,
      at,
      basis: 0,
      person,
      ...over,
    };
  }

  const requestOf = (
    entries: readonly Entry[],
    over: Partial<EntriesRequest> = {},
  ): EntriesRequest => ({
    tenant: tenantId,
    till,
    entries: [...entries],
    told_seq: made,
    ...over,
  });

  /** Sends any body. */
  async function post(body: unknown, posting: Posting = {}): Promise<Reply> {
    const { plain = false, headers = {} } = posting;
    const json = Buffer.from(JSON.stringify(body));
    const payload = plain ? json : gzipSync(json);
    const signature =
      "signature" in posting ? posting.signature : signer.sign(ENTRIES_PATH, payload);
    const answer = await app.inject({
      method: "POST",
      url: ENTRIES_PATH,
      headers: {
        "content-type": "application/json",
        ...(plain ? NOTHING : { "content-encoding": "gzip" }),
        ...(signature === undefined ? NOTHING : { [TILL_SIGNATURE]: signature }),
        ...headers,
      },
      payload,
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  }

  const send = (entries: readonly Entry[], over: Partial<EntriesRequest> = {}): Promise<Reply> =>
    post(requestOf(entries, over));

  return {
    tenantId,
    till,
    signer,
    entry,
    requestOf,
    post,
    send,
    /** Throws unless it is answered. */
    deliver: async (
      entries: readonly Entry[],
      over: Partial<EntriesRequest> = {},
    ): Promise<EntriesAnswer> => {
      const { status, body } = await send(entries, over);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return EntriesAnswer.parse(body);
    },
    made: () => made,
  };
}
export type ModelTill = ReturnType<typeof createModelTill>;

const NOTHING: Readonly<Record<string, string>> = {};

export const statesOf = ({ results }: EntriesAnswer): EntryResult["state"][] =>
  results.map(({ state }) => state);
