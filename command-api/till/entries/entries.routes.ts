import {
  ENTRIES_PATH,
  EntriesAnswer,
  EntriesRequest,
  MOST_ENTRY_BYTES,
} from "#kernel/contract/api/till/entries.ts";
import { EVENT_FORMAT } from "#kernel/contract/event-types.ts";
import { serverTexts } from "#kernel/contract/texts.ts";
import { type Problem, sendProblem, UNAVAILABLE } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import type { Queryable } from "#kernel/node/postgres/connections.ts";

import { receiveEntries, type ReceiveDeps, type Received } from "./receive-entries.ts";
import type { FindTill } from "./signed-requests.ts";
import { createTillCalls } from "./till-calls.ts";

export type EntriesRoutesOptions = Omit<ReceiveDeps, "calls"> &
  Readonly<{
    /** As role cmd_writer. */
    pool: Queryable;
    findTill: FindTill;
  }>;

/** So many entries take about as long as one sale that is sent by itself. */
const ENTRIES_OF_A_POINT = 10;

/** What happened at a till arrives here. The scope is one of `acceptSignedRequests`. */
export const entriesRoutes: Routes<EntriesRoutesOptions> = async (app, options) => {
  const { pool, findTill, ...deps } = options;
  const calls = createTillCalls(pool);
  /** What an entry becomes has flags and sources that older processes do not know. */
  const isRead = async (): Promise<boolean> =>
    (await deps.store.readers?.understand(EVENT_FORMAT)) ?? true;

  app.post(
    ENTRIES_PATH,
    {
      bodyLimit: MOST_ENTRY_BYTES,
      schema: { body: EntriesRequest, response: { 200: EntriesAnswer } },
    },
    async (request, reply) => {
      const { tenant, till, entries } = request.body;
      const points = Math.max(1, Math.ceil(entries.length / ENTRIES_OF_A_POINT));
      const identity = await findTill(request, reply, { tenant, till, points });
      if (!identity) return reply;
      if (entries.length > 0 && !(await isRead())) return sendProblem(reply, UPDATING);
      const received = await receiveEntries({ ...deps, calls }, identity, request.body);
      return "answer" in received ? received.answer : sendProblem(reply, problemWith(received));
    },
  );
};

type Unanswered = Exclude<Received, { answer: EntriesAnswer }>;

/** A till waits a minute before it asks again whether the server was updated. */
const UPDATE_SECONDS = 60;

const UPDATING: Problem = {
  status: 503,
  code: "server-updating",
  error: "The server is being updated. The till keeps what it has until then.",
  retryAfterSeconds: UPDATE_SECONDS,
};

function problemWith(received: Unanswered): Problem {
  switch (received.stop) {
    case "gap":
      return {
        status: 409,
        code: "entries-missing",
        error: `Entry ${received.next} comes first.`,
        more: { next: received.next },
      };
    case "newer":
      return {
        status: 503,
        code: "newer-entry",
        error: "This entry is of a newer version. It can be sent once the server is updated.",
        retryAfterSeconds: UPDATE_SECONDS,
      };
    case "suspended":
      return { status: 403, code: "suspended", error: serverTexts.suspended };
    case "deleted":
      return { status: 410, code: "account-deleted", error: "This account was deleted." };
    case "busy":
      return UNAVAILABLE;
  }
}
