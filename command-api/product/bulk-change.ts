import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { type PlannedEvent, planStream } from "#command-api/event-store/plan.ts";
import { tenantRulesStreams } from "#command-api/tenant-rules/tenant-rules.ts";
import type { BulkChangeRequest } from "#kernel/contract/api/bulk-change.ts";
import type { ProductEvent } from "#kernel/contract/events/product.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { mapInParts } from "#kernel/node/in-parts.ts";

import { productFacts } from "./product-commands.ts";
import { toParts } from "./product-details.ts";
import { movesOf } from "./product-moves.ts";
import { Product, product, type ProductCommand, type ProductRejectionCode } from "./product.ts";

/** A product that is to change, as it was shown. */
export type Chosen = Readonly<{ productId: ProductId; version: number; priceMinor?: number }>;

export type BulkChange = Readonly<{
  request: BulkChangeRequest;
  chosen: readonly Chosen[];
  mayEditPrices: boolean;
}>;

type Code = ProductRejectionCode | "version-mismatch";

/**
 * Many products in one command, each decided as by itself. If one of them was changed since it was
 * shown, or cannot be changed, none is.
 */
export const changeMany = (
  store: EventStore,
  context: CommandContext,
  change: BulkChange,
): Promise<Accepted | Rejection<Code | ShellRejectionCode>> =>
  handleCommand<Code>(store, context, {
    streams: [
      ...change.chosen.map(({ productId }) => productId),
      ...tenantRulesStreams(context.tenantId),
    ],
    async decide(heads) {
      const { productLimit } = productFacts(context, heads.slice(change.chosen.length));
      const facts = { change, countedMs: context.occurredMs, productLimit };
      const planned = await mapInParts(change.chosen, (chosen, index) =>
        planOne(chosen, heads[index] ?? NO_HEAD, facts),
      );
      return planned.find(isRejection) ?? planned.flatMap((one) => (isRejection(one) ? [] : one));
    },
  });

type Facts = Readonly<{
  change: BulkChange;
  countedMs: number;
  /** Restored products count against the plan again. */
  productLimit: number | undefined;
}>;

function planOne(
  chosen: Chosen,
  head: Head,
  facts: Facts,
): readonly PlannedEvent[] | Rejection<Code> {
  const { productId: streamId, version } = chosen;
  const { streamType = product.streamType } = head;
  const isProduct = head.version > 0 && streamType === product.streamType;
  if (!isProduct) return reject("product-not-found");
  if (head.version !== version) return reject("version-mismatch");
  const command = commandOf(chosen, head, facts);
  const moves = (event: ProductEvent) => movesOf(event, { productLimit: facts.productLimit });
  return planStream({ decider: product, streamId, head, command, movesOf: moves });
}

function commandOf(
  { productId, priceMinor }: Chosen,
  { state }: Head,
  { change: { request, mayEditPrices }, countedMs }: Facts,
): ProductCommand {
  const of = { type: "ChangeProduct", productId, countedMs, onHand: 0, mayEditPrices } as const;
  switch (request.change) {
    case "category":
      return { ...of, category: request.category };
    case "reorder-point": {
      const known = Product.parse(state);
      const unit = known.status === "unknown" ? undefined : known.unit;
      const { reorder_point: point } = request;
      return { ...of, reorderPoint: point === null ? null : toParts(point, unit) };
    }
    case "price":
      return { ...of, priceMinor };
    case "delete":
      return { type: "ArchiveProduct", productId };
    case "restore":
      return { type: "RestoreProduct", productId };
  }
}
