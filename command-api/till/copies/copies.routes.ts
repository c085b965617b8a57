import { createHash } from "node:crypto";

import { TENANT_STATUS } from "#command-api/account-store/account-command.ts";
import type { CommandContext, EventStore } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { canonicalJson } from "#command-api/http/request-hash.ts";
import { copyReceipt } from "#command-api/sale/receipt-copies.ts";
import { isProvedAt } from "#command-api/till/add-person.ts";
import { TOLERANCE_MS } from "#command-api/till/entries/believed-time.ts";
import { type FindTill, TILL_NOT_ACTIVE } from "#command-api/till/entries/signed-requests.ts";
import { isDeleted } from "#command-api/till/entries/suspension.ts";
import type { TillIdentity } from "#command-api/till/entries/till-identity.ts";
import { type Till, till as tillDecider, tillStream, toTillState } from "#command-api/till/till.ts";
import {
  TILL_COPIES_PATH,
  type TillCopy,
  TillCopiesAnswer,
  TillCopiesRequest,
} from "#kernel/contract/api/till/receipt-copies.ts";
import type { EntryFlag } from "#kernel/contract/events/recorded.ts";
import { CommandId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { sendProblem } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import type { Clock } from "#kernel/node/time.ts";

export type CopiesRoutesOptions = Readonly<{
  store: EventStore;
  clock: Clock;
  findTill: FindTill;
}>;

/**
 * The copies of receipts that a till handed out, which it keeps until they are settled. They are not
 * entries: a copy changes no figure, and one that cannot be counted needs no attention. The
 * scope is one of `acceptSignedRequests`.
 */
export const copiesRoutes: Routes<CopiesRoutesOptions> = async (app, options) => {
  const { store, clock, findTill } = options;
  app.post(
    TILL_COPIES_PATH,
    { schema: { body: TillCopiesRequest, response: { 200: TillCopiesAnswer } } },
    async (request, reply) => {
      const { copies } = request.body;
      const named = { ...request.body, points: copies.length };
      const identity = await findTill(request, reply, named);
      if (!identity) return reply;
      const till = await activeTill(store, identity);
      if (!till) return sendProblem(reply, TILL_NOT_ACTIVE);
      const settled: string[] = [];
      for (const copy of copies) {
        const context = contextOf(copy, { identity, till, nowMs: clock() });
        if (await isSettled(store, context, copy)) settled.push(copy.id);
      }
      return { settled };
    },
  );
};

/** Undefined if the till is not active, or its business is suspended or deleted. */
async function activeTill(
  { load }: Pick<EventStore, "load">,
  { tenantId, till: number }: TillIdentity,
): Promise<Till | undefined> {
  const { tenantStatus, heads } = await load({
    tenantId,
    commandId: CommandId.parse(tenantId), // no command has this id
    streams: [tillStream(tenantId, number), tenantId],
  });
  const [head = NO_HEAD, tenant = NO_HEAD] = heads;
  const till = tillDecider.parseState(head.state);
  const isActive = till.status === "enrolled" && toTillState(till) === "active";
  const isClosed = tenantStatus === TENANT_STATUS.suspended || isDeleted(tenant);
  return isActive && !isClosed ? till : undefined;
}

type Facts = Readonly<{ identity: TillIdentity; till: Till; nowMs: number }>;

/** A time from before the enrolment, or from the future, is not believed. */
function contextOf(copy: TillCopy, { identity, till, nowMs }: Facts): CommandContext {
  const { id, person: actorId, at } = copy;
  const isBelieved = at >= identity.enrolledMs && at <= nowMs + TOLERANCE_MS;
  const flags: EntryFlag[] = [
    ...(isBelieved ? [] : (["clock"] as const)),
    ...(isProvedAt(till, identity, actorId) ? [] : (["person-unproved"] as const)),
  ];
  return {
    tenantId: identity.tenantId,
    actorId,
    commandId: CommandId.parse(id),
    requestHash: createHash("sha256").update(canonicalJson(copy)).digest(),
    meta: {
      source: "till",
      device: identity.deviceId,
      ...(isBelieved ? {} : { claimedMs: at }),
      ...(flags.length === 0 ? {} : { flags }),
    },
    occurredMs: isBelieved ? at : nowMs,
  };
}

/** What the till may send again later: the sale is still on its way, or the server is busy. */
const NOT_YET: ReadonlySet<string> = new Set([
  "sale-not-found",
  "concurrent-change",
  "server-updating",
  "not-signed-in",
]);

async function isSettled(
  store: EventStore,
  context: CommandContext,
  { sale: saleId, copy, by }: TillCopy,
): Promise<boolean> {
  const outcome = await copyReceipt(store, context, { saleId, copy, by });
  return !isRejection(outcome) || !NOT_YET.has(outcome.rejected);
}
