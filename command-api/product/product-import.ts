import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { tenantRulesStreams } from "#command-api/tenant-rules/tenant-rules.ts";
import type { AddProductRequest } from "#kernel/contract/api/product.ts";
import { ProductId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";
import { mapInParts } from "#kernel/node/in-parts.ts";

import { formatOf, productFacts, toAddProduct } from "./product-commands.ts";
import { movesOf } from "./product-moves.ts";
import { product, type ProductRejectionCode } from "./product.ts";

/** Adds many products in one command. Their ids are derived from its key. */
export const addProducts = (
  store: EventStore,
  context: CommandContext,
  rows: readonly AddProductRequest[],
): Promise<Accepted | Rejection<ProductRejectionCode | ShellRejectionCode>> =>
  handleCommand<ProductRejectionCode>(store, context, {
    streams: tenantRulesStreams(context.tenantId),
    format: Math.max(...rows.map(formatOf)),
    decide: async (heads) => {
      const { currency, productLimit } = productFacts(context, heads);
      const plans = await mapInParts(rows, (row, index) => {
        const productId = ProductId.parse(derivedId(context.commandId, `product ${index}`));
        return planStream({
          decider: product,
          streamId: productId,
          head: NO_HEAD,
          command: toAddProduct(row, { productId, currency }),
          movesOf: (event) => movesOf(event, { productLimit }),
        });
      });
      return plans.find(isRejection) ?? plans.flatMap((plan) => (isRejection(plan) ? [] : plan));
    },
  });
