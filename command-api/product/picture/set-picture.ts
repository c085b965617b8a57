import {
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { movesOf } from "#command-api/product/product-moves.ts";
import { product, type ProductRejectionCode } from "#command-api/product/product.ts";
import type { ProductId } from "#kernel/contract/ids.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";

type Code = ProductRejectionCode | "picture-not-found";

export type SettingPicture = Readonly<{
  productId: ProductId;
  /** Null removes it. */
  sha256: string | null;
  /** Whether the tenant has this picture. */
  isThere: (sha256: string) => Promise<boolean>;
}>;

/** Sets or removes the picture of a product. A repeated command does not ask for the picture again. */
export async function setPicture(
  store: EventStore,
  context: CommandContext,
  { productId, sha256, isThere }: SettingPicture,
): Promise<Readonly<{ id: ProductId }> | Rejection<Code | ShellRejectionCode>> {
  const outcome = await handleCommand<Code>(store, context, {
    streams: [productId],
    decide: async ([head = NO_HEAD]) => {
      const planned = planStream({
        decider: product,
        streamId: productId,
        head,
        command: { type: "SetPicture", productId, sha256 },
        movesOf: (event) => movesOf(event),
      });
      if (isRejection(planned) || sha256 === null || (await isThere(sha256))) return planned;
      return reject("picture-not-found");
    },
  });
  return isRejection(outcome) ? outcome : { id: productId };
}
