import { TENANT_STATUS } from "#command-api/account-store/account-command.ts";
import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { tracksStock } from "#command-api/product/product-details.ts";
import { quantityByProduct } from "#command-api/sale/sale.ts";
import { tenantRulesStreams, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import { type FindTill, TILL_NOT_ACTIVE } from "#command-api/till/entries/signed-requests.ts";
import { isDeleted } from "#command-api/till/entries/suspension.ts";
import { stockedProduct, type StockedProduct } from "#command-api/till/stocked-product.ts";
import { till as tillDecider, tillStream, toTillState } from "#command-api/till/till.ts";
import { CheckAnswer, CheckRequest, type CheckFinding } from "#kernel/contract/api/till/entries.ts";
import { CommandId, type ProductId } from "#kernel/contract/ids.ts";
import { sendProblem } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";

export type CheckRoutesOptions = Readonly<{
  store: Pick<EventStore, "load">;
  findTill: FindTill;
}>;

/** A cashier waits for the answer. Without it the till goes by its own data. */
const ANSWER_WITHIN_MS = 1_000;

/** What a till asks before a cart is paid. The scope is one of `acceptSignedRequests`. */
export const checkRoutes: Routes<CheckRoutesOptions> = async (app, { store, findTill }) => {
  app.post(
    "/api/v1/till/check",
    {
      handlerTimeout: ANSWER_WITHIN_MS,
      schema: { body: CheckRequest, response: { 200: CheckAnswer } },
    },
    async (request, reply) => {
      if (!(await findTill(request, reply, request.body))) return reply;
      return (await check(store, request.body)) ?? sendProblem(reply, TILL_NOT_ACTIVE);
    },
  );
};

/** Undefined if the till is not active, or its tenant is suspended or deleted. */
async function check(
  { load }: Pick<EventStore, "load">,
  { tenant: tenantId, till, lines }: CheckRequest,
): Promise<CheckAnswer | undefined> {
  const productIds = [...new Set(lines.map(({ productId }) => productId))];
  const { tenantStatus, heads } = await load({
    tenantId,
    commandId: CommandId.parse(tenantId), // no command has this id
    streams: [tillStream(tenantId, till), ...tenantRulesStreams(tenantId), ...productIds],
  });
  const [tillHead = NO_HEAD, tenant, settings, ...products] = heads;
  const known = tillDecider.parseState(tillHead.state);
  const isActive = known.status === "enrolled" && toTillState(known) === "active";
  const isClosed = tenantStatus === TENANT_STATUS.suspended || isDeleted(tenant ?? NO_HEAD);
  if (!isActive || isClosed) return undefined;
  const productOf = (id: ProductId) => stockedProduct(products[productIds.indexOf(id)] ?? NO_HEAD);
  return {
    blocks: toTenantRules(tenant, settings).oversellPolicy === "block",
    findings: checkCart(lines, productOf),
  };
}

type Lines = CheckRequest["lines"];

/**
 * What a till should know about a cart before it is paid: products that are unknown, archived, at
 * another price, or not in stock in this quantity. Several lines of one product count together.
 */
export const checkCart = (
  lines: Lines,
  productOf: (id: ProductId) => StockedProduct | undefined,
): CheckFinding[] =>
  [...quantityByProduct(lines)].flatMap(([productId, quantity]): CheckFinding[] => {
    const product = productOf(productId);
    if (!product) return [{ productId, what: "unknown" }];
    const { status, priceMinor, onHand } = product;
    const isShort = tracksStock(product) && onHand < quantity;
    const isOtherPrice = lines.some(
      (line) => line.productId === productId && line.listPriceMinor !== priceMinor,
    );
    return [
      ...(status === "archived" ? [{ productId, what: "archived" } as const] : []),
      ...(isOtherPrice ? [{ productId, what: "price", priceMinor } as const] : []),
      ...(isShort ? [{ productId, what: "short", onHand } as const] : []),
    ];
  });
