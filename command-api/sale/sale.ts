import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type { SaleEvent, SaleRecorded, SaleVoided } from "#kernel/contract/events/sale.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

/** Prices, names and sums are settled before (price-sale.ts): the command is the sale as it will stand. */
export type RecordSale = Readonly<{ type: "RecordSale"; sale: SaleRecorded["data"] }>;

/** `recorded` is what the log holds of the sale: the void repeats what it takes back, and who sold it when. */
export type VoidSale = Readonly<{
  type: "VoidSale";
  recorded: SaleRecorded["data"] | undefined;
  sold?: Pick<SaleVoided["data"], "soldMs" | "soldBy"> | undefined;
  reason?: string | undefined;
}>;

export type SaleCommand = RecordSale | VoidSale;

/**
 * The snapshot says no more than this: a sale is never changed, and its lines stand in its first event,
 * which a void reads by key. Keeping them here as well would double what every sale writes.
 */
export const Sale = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unknown") }),
  z.object({ status: z.literal("recorded") }),
  z.object({ status: z.literal("voided") }),
]);
export type Sale = z.infer<typeof Sale>;

export type SaleRejectionCode = "sale-not-found";
type SaleDecision = readonly SaleEvent[] | Rejection<SaleRejectionCode>;

export const sale: Decider<SaleCommand, Sale, SaleEvent, SaleRejectionCode> = {
  streamType: "sale",
  initialState: { status: "unknown" },
  parseState: (stored) => Sale.parse(stored),

  decide(command, state) {
    switch (command.type) {
      case "RecordSale":
        return state.status === "unknown" ? [{ type: "SaleRecorded", data: command.sale }] : [];
      case "VoidSale":
        return voidSale(command, state);
    }
  },

  evolve(_state, event) {
    switch (event.type) {
      case "SaleRecorded":
        return { status: "recorded" };
      case "SaleVoided":
        return { status: "voided" };
    }
  },
};

function voidSale({ recorded, sold, reason }: VoidSale, state: Sale): SaleDecision {
  if (state.status === "voided") return [];
  if (state.status === "unknown" || !recorded) return reject("sale-not-found");
  const { saleId, businessDate, currency, lines, tenders, totalMinor, taxMinor } = recorded;
  const back = { saleId, businessDate, currency, lines, tenders, totalMinor, taxMinor, ...sold };
  return [{ type: "SaleVoided", data: { ...back, ...(reason === undefined ? {} : { reason }) } }];
}
