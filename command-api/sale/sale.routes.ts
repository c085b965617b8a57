import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import type {
  Accepted,
  EventStore,
  ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, keyOf, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { written } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { SALES_PATH, SaleResult, VoidSaleRequest } from "#kernel/contract/api/sale.ts";
import { RecordOpenSaleRequest, RecordSaleRequest } from "#kernel/contract/api/sale/record-sale.ts";
import { countUnits } from "#kernel/contract/cart.ts";
import { receiptOf } from "#kernel/contract/events/sale.ts";
import { CommandId, SaleId } from "#kernel/contract/ids.ts";
import { toDecimal } from "#kernel/contract/money.ts";
import { InvariantError, isRejection, reject } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { newId } from "#kernel/node/ids.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { createKeylessSales, type KeylessSale } from "./keyless-sales.ts";
import { recordSale } from "./record-sale.ts";
import type { SaleRejectionCode } from "./sale.ts";
import { voidSale } from "./void-sale.ts";

export type SaleRoutesOptions = Readonly<{
  store: EventStore;
  contexts: CommandContexts;
  sealer: Sealer;
}>;

const saleTexts: RejectionTexts<SaleRejectionCode | ShellRejectionCode> = {
  ...shellTexts,
  "sale-not-found": "Sale not found",
  "customer-not-found": "Customer not found",
  "product-archived": (name) => `${name} was deleted and cannot be sold.`,
  "sold-in-parts": (name) => `${name} is sold in parts of a unit. Enter the number of parts.`,
  "price-override-refused": (name) => `You may not change the price of ${name}.`,
  "discount-refused": (percent) =>
    percent === "" ? "You may not give discounts." : `You may take off at most ${percent} %.`,
  "discount-too-large": "A discount is larger than the amount it applies to.",
  "gift-refused": (name) => `You may not give ${name} away.`,
  "tenders-differ": "The payments do not add up to the total.",
  "total-too-large": "The total of this sale is too large.",
  "occurred-at-out-of-range":
    "A sale may be dated at most 5 minutes ahead and 72 hours back. Only the owner may go back further.",
};

const VoidQuery = z.object({ id: z.optional(IdInput) });

export const saleRoutes: Routes<SaleRoutesOptions> = async (app, options) => {
  const record = saleRecorder(options);
  const { store, contexts } = options;
  const answer = async (...[request, reply]: Parameters<typeof record>) => {
    requireRight(request, "record-sale");
    const outcome = await record(request, reply);
    if (isRejection(outcome)) return sendRejection(reply, outcome, saleTexts);
    return { success: true as const, message: "Sale recorded", data: toSaleWritten(outcome) };
  };

  app.post(
    "/api/sales.php",
    {
      schema: {
        headers: CommandHeaders,
        body: RecordSaleRequest,
        response: { 200: written(SaleResult) },
      },
    },
    answer,
  );

  app.post(
    SALES_PATH,
    {
      schema: {
        headers: CommandHeaders,
        body: RecordOpenSaleRequest,
        response: { 200: written(SaleResult) },
      },
    },
    answer,
  );

  app.delete(
    "/api/sales.php",
    {
      schema: {
        headers: CommandHeaders,
        querystring: VoidQuery,
        body: z.nullish(VoidSaleRequest),
        response: { 200: written(z.object({ id: z.string() })) },
      },
    },
    async (request, reply) => {
      requireRight(request, "void-sale");
      const saleId = SaleId.safeParse(request.query.id ?? request.body?.id).data;
      if (!saleId) return sendRejection(reply, reject("sale-not-found"), saleTexts);
      const reason = request.body?.reason;
      const outcome = await voidSale(store, await contexts.of(request), { saleId, reason });
      if (isRejection(outcome)) return sendRejection(reply, outcome, saleTexts);
      return { success: true as const, message: "Sale voided", data: { id: saleId } };
    },
  );
};

/** Also of the first route, whose items are all products. */
type SaleRequest = FastifyRequest<{ Body: RecordOpenSaleRequest }>;

function saleRecorder({ store, contexts, sealer }: SaleRoutesOptions) {
  const keyless = createKeylessSales();

  return async (request: SaleRequest, reply: FastifyReply) => {
    const { actor, body } = request;
    const now = await contexts.of(request, withoutTime(body));
    const attempt = beginSale(keyless, request, reply, now.occurredMs);
    const { commandId, saleId, possibleDuplicateOf } = attempt;
    return recordSale(
      store,
      { ...now, commandId },
      { saleId, request: body, role: actor.role, sealer, possibleDuplicateOf },
    );
  };
}

/**
 * A sale whose answer was lost is sent again with its time, which the first request left to the
 * server's clock. The hash without the time makes both the same sale, whichever is recorded.
 */
const withoutTime = ({ occurred_at: _, ...sale }: RecordOpenSaleRequest): object => sale;

type Attempt = Pick<KeylessSale, "commandId" | "saleId" | "possibleDuplicateOf">;

/** The client's key, or for a client without one the key that `keyless` finds. */
function beginSale(
  keyless: ReturnType<typeof createKeylessSales>,
  request: SaleRequest,
  reply: FastifyReply,
  nowMs: number,
): Attempt {
  const saleId = SaleId.parse(newId(nowMs));
  const key = keyOf(request) ?? CommandId.safeParse(request.body.client_sale_id).data;
  if (key) return { commandId: key, saleId };

  const fingerprint = `${request.actor.sid}|${JSON.stringify(request.body)}`;
  const commandId = CommandId.parse(newId(nowMs));
  const receivedAt = performance.now() - reply.elapsedTime;
  const attempt = keyless.begin(fingerprint, { commandId, saleId, nowMs, receivedAt });
  reply.raw.once("close", () => attempt.finished(reply.raw.writableFinished, performance.now()));
  return attempt;
}

/** Made from the event alone, so that a repeated request gets the first answer again. */
export function toSaleWritten({ events }: Accepted): SaleResult {
  const [applied] = events;
  if (applied?.event.type !== "SaleRecorded") throw new InvariantError("a sale made no event");
  const { event, effects, occurredMs } = applied;
  const { saleId, currency, totalMinor, taxMinor, lines, tenders } = event.data;
  return {
    id: saleId,
    receipt_number: receiptOf(event.data, effects) ?? null,
    total_amount: toDecimal(totalMinor),
    tax_amount: toDecimal(taxMinor),
    currency,
    created_at: new Date(occurredMs).toISOString(),
    item_count: lines.length,
    unit_count: countUnits(lines),
    payment_method: tenders[0]?.method ?? "cash",
    possible_duplicate_of: event.data.possibleDuplicateOf ?? null,
  };
}
