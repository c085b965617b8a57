import {
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { type PlannedEvent, planStream } from "#command-api/event-store/plan.ts";
import { tracksStock } from "#command-api/product/product-details.ts";
import { product, type ProductRejectionCode } from "#command-api/product/product.ts";
import { stockedProduct } from "#command-api/till/stocked-product.ts";
import { readPosition } from "#command-api/till/till-counter.ts";
import { till, type TillRejectionCode, tillStream } from "#command-api/till/till.ts";
import { TillNumber } from "#kernel/contract/api/till/tills.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import { ProductId, StreamId } from "#kernel/contract/ids.ts";
import type { IssueKind, IssueWay } from "#kernel/contract/issues.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { issueStream } from "#kernel/node/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";

import { issue, type IssueRejectionCode } from "./issue.ts";

export type Resolution = Readonly<{
  kind: Exclude<IssueKind, "set-aside">;
  thing: string;
  how: IssueWay;
  note?: Sealed | undefined;
}>;

export type ResolveDeps = Readonly<{
  store: EventStore;
  /** As role cmd_writer. */
  pool: Pool;
}>;

export type ResolveRejectionCode =
  | IssueRejectionCode
  | ProductRejectionCode
  | TillRejectionCode
  | ShellRejectionCode
  | "issue-not-found"
  | "till-not-removed";

type Plan = readonly PlannedEvent[] | Rejection<ResolveRejectionCode>;

type Case = Readonly<{
  /** What the issue is about; each must exist. */
  streams: readonly StreamId[];
  /** What is recorded beside the decision. */
  also?: (heads: readonly Head[]) => Plan | Promise<Plan>;
}>;

/** Records what was decided about an issue, and in the same command what follows from it. */
export async function resolveIssue(
  deps: ResolveDeps,
  context: CommandContext,
  resolution: Resolution,
): Promise<Rejection<ResolveRejectionCode> | undefined> {
  const { kind, thing, how, note } = resolution;
  const found = caseOf(deps, context, resolution);
  if (!found) return reject("issue-not-found");
  const streamId = issueStream(context.tenantId, kind, thing);
  const data = { issueId: streamId, kind, thing, how, ...(note ? { note } : {}) };
  const outcome = await handleCommand<ResolveRejectionCode>(deps.store, context, {
    streams: [streamId, ...found.streams],
    async decide([head = NO_HEAD, ...others]) {
      if (others.some(({ version }) => version === 0)) return reject("issue-not-found");
      const recurs = kind === "below-zero";
      const command = { type: "ResolveIssue", recurs, ...data } as const;
      const planned = planStream({ decider: issue, streamId, head, command });
      if (isRejection(planned) || planned.length === 0 || !found.also) return planned;
      const also = await found.also(others);
      if (isRejection(also)) return also;
      return recurs && also.length === 0 ? [] : [...also, ...planned];
    },
  });
  return isRejection(outcome) ? outcome : undefined;
}

/** Undefined: no issue of this kind can be about such a thing. */
function caseOf(
  deps: ResolveDeps,
  context: CommandContext,
  { kind, thing, how }: Resolution,
): Case | undefined {
  if (kind === "missing-entries") return ofMissingEntries(deps, context, { thing, how });
  if (kind === "below-zero") return ofStock(thing);
  const streams = idsIn(thing);
  return streams && { streams };
}

/** The ids that a thing names; what comes after ":" is only a count. */
function idsIn(thing: string): readonly StreamId[] | undefined {
  const [ids = ""] = thing.split(":");
  const parsed = ids.split(",").map((id) => StreamId.safeParse(id).data);
  const streams = parsed.flatMap((id) => id ?? []);
  return streams.length === parsed.length ? streams : undefined;
}

const MISSING = "Missing";

/** Books what is missing, so that the stock is 0. Nothing if it is not below 0 any longer, or not counted. */
function ofStock(thing: string): Case | undefined {
  const productId = ProductId.safeParse(thing).data;
  if (!productId) return undefined;
  return {
    streams: [productId],
    also([head = NO_HEAD]) {
      const known = stockedProduct(head);
      if (!known || !tracksStock(known) || known.onHand >= 0) return [];
      const { onHand: expectedOnHand } = known;
      const delta = -expectedOnHand;
      return planStream({
        decider: product,
        streamId: productId,
        head,
        command: { type: "AdjustStock", productId, delta, isInParts: true, reason: MISSING },
        movesOf: () => ({ stock: [{ productId, amount: delta, floor: false, expectedOnHand }] }),
      });
    },
  };
}

/** Its number, the last entry that it reported, and whether it was removed. */
const MISSING_ENTRIES = /^(\d{1,4}):\d{1,15}:[01]$/;

function ofMissingEntries(
  { pool }: ResolveDeps,
  { tenantId }: CommandContext,
  { thing, how }: Pick<Resolution, "thing" | "how">,
): Case | undefined {
  const number = TillNumber.safeParse(Number(MISSING_ENTRIES.exec(thing)?.[1])).data;
  if (number === undefined) return undefined;
  const streamId = tillStream(tenantId, number);
  if (how !== "lost") return { streams: [streamId] };
  return {
    streams: [streamId],
    async also([head = NO_HEAD]) {
      const known = till.parseState(head.state);
      if (known.status === "unknown") return reject("till-not-found");
      // Another till may still deliver them.
      if (!known.revoked) return reject("till-not-removed");
      const { lastSeq, toldSeq } = await readPosition(pool, tenantId, number);
      if (toldSeq <= lastSeq) return [];
      const command = { type: "LoseEntries", from: lastSeq + 1, to: toldSeq } as const;
      const counter = { name: `till:${number}`, before: lastSeq, delta: toldSeq - lastSeq };
      return planStream({
        decider: till,
        streamId,
        head,
        command,
        movesOf: () => ({ counters: [counter] }),
      });
    },
  };
}
