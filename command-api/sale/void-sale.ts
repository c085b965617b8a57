import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { parseStored } from "#kernel/contract/events/catalogue.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import type { SaleId } from "#kernel/contract/ids.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";

import { sale, type SaleRejectionCode, stockBack } from "./sale.ts";

const FIRST_VERSION = 1;

/** Stock returns and the totals of the day of the sale go down. A second void changes nothing. */
export async function voidSale(
  store: EventStore,
  context: CommandContext,
  { saleId, reason }: Readonly<{ saleId: SaleId; reason?: string | undefined }>,
): Promise<Accepted | Rejection<SaleRejectionCode | ShellRejectionCode>> {
  const recorded = await recordedSale(store, context, saleId);
  return handleCommand(store, context, {
    streams: [saleId],
    decide: ([head = NO_HEAD]) =>
      head.version > 0 && !recorded
        ? { rejected: "sale-not-found" }
        : planStream({
            decider: sale,
            streamId: saleId,
            head,
            command: {
              type: "VoidSale",
              recorded: recorded?.data,
              sold: recorded && { soldMs: recorded.occurredMs, soldBy: recorded.actorId },
              reason,
            },
            movesOf: () => ({ stock: stockBack(recorded?.effects ?? {}) }),
          }),
  });
}

/** The sale as it was recorded, if the tenant has it. */
export async function recordedSale(
  store: Pick<EventStore, "read">,
  { tenantId }: Pick<CommandContext, "tenantId">,
  saleId: SaleId,
): Promise<Recorded<SaleRecorded> | undefined> {
  const stored = await store.read.ofStream(tenantId, saleId, FIRST_VERSION);
  if (!stored || stored.type !== "SaleRecorded") return undefined;
  const event = parseStored(stored);
  return event.type === "SaleRecorded" ? event : undefined;
}
