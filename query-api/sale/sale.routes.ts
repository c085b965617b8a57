import * as z from "zod/mini";

import { AsOfQuery } from "#kernel/contract/api/as-of.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import {
  SALES_SUMS_PATH,
  type SaleState,
  SalesQuery,
  SalesSums,
  SalesSumsQuery,
  SortedSalesQuery,
} from "#kernel/contract/api/reports/sales-sums.ts";
import { SaleDetail, SaleItem, SALES_PATH } from "#kernel/contract/api/sale.ts";
import { ReceiptCopiesAnswer } from "#kernel/contract/api/till/receipt-copies.ts";
import { SaleId } from "#kernel/contract/ids.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type KeptAnswers, type Reads } from "#query-api/answers.ts";
import { isUnfiltered, toFilter, toPart } from "#query-api/listing.ts";
import { answerWithText, textListHeaders } from "#query-api/text-list.ts";

import { RECEIPT_COPIES, SALE, toSaleDetail } from "./sale.query.ts";
import { salesTextsThat, toListedSale } from "./sales.query.ts";
import { salesSums, toSalesSums } from "./sums.query.ts";

/** The legacy list has no pages and is cut off here. */
const LONGEST_LIST = 1_000;

type Needs = { reads: Reads; kept: KeptAnswers };

export const saleRoutes: Routes<Needs> = async (app, needs) => {
  await listRoutes(app, needs);
  await oneAndSumsRoutes(app, needs);
};

const listRoutes: Routes<Needs> = async (app, { reads, kept }) => {
  app.get(
    "/api/sales.php",
    { schema: { querystring: SalesQuery, response: { 200: success(z.array(SaleItem)) } } },
    (request, reply) => {
      requireRight(request, "see-lists");
      const part = toPart(request.query, LONGEST_LIST);
      const list = salesTextsThat(filterOf(request.query));
      return answerWithText(reads, request, reply, {
        question: list[request.query.search ? "found" : "all"],
        args: { ...part, ...toFilter(request.query), staff: request.query.staff ?? null },
        toItem: toListedSale,
        kept: isUnfiltered(request.query) ? kept : undefined,
        toHeaders: textListHeaders(part.limit),
        asOf: request.query.as_of,
      });
    },
  );

  app.get(
    SALES_PATH,
    { schema: { querystring: SortedSalesQuery, response: { 200: success(z.array(SaleItem)) } } },
    (request, reply) => {
      requireRight(request, "see-lists");
      const { sort, ...query } = request.query;
      const part = toPart(query, LONGEST_LIST);
      const list = salesTextsThat(
        { ...filterOf(query), isLong: isLong(query, reads.clock()) },
        sort,
      );
      return answerWithText(reads, request, reply, {
        question: list[query.search ? "found" : "all"],
        args: { ...part, ...toFilter(query), staff: query.staff ?? null },
        toItem: toListedSale,
        toHeaders: textListHeaders(part.limit),
        asOf: query.as_of,
      });
    },
  );
};

const oneAndSumsRoutes: Routes<Needs> = async (app, { reads }) => {
  app.get(
    SALES_SUMS_PATH,
    { schema: { querystring: SalesSumsQuery, response: { 200: success(SalesSums) } } },
    (request, reply) => {
      requireRight(request, "see-reports");
      return answer(reads, request, reply, {
        question: salesSums(filterOf(request.query), Boolean(request.query.search)),
        args: { ...toFilter(request.query), staff: request.query.staff ?? null },
        toData: toSalesSums,
        asOf: request.query.as_of,
      });
    },
  );

  app.get(
    "/api/v1/sales/:id",
    {
      schema: {
        params: z.object({ id: IdInput }),
        querystring: AsOfQuery,
        response: { 200: success(SaleDetail) },
      },
    },
    (request, reply) => {
      requireRight(request, "see-lists");
      return answer(reads, request, reply, {
        question: SALE,
        args: { saleId: SaleId.safeParse(request.params.id).data ?? null },
        toData: toSaleDetail,
        missing: "sale-not-found",
        asOf: request.query.as_of,
      });
    },
  );

  await app.register(copiesRoute, { reads });
};

const copiesRoute: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/sales/:id/receipt-copies",
    {
      schema: {
        params: z.object({ id: IdInput }),
        response: { 200: success(ReceiptCopiesAnswer) },
      },
    },
    (request, reply) => {
      requireRight(request, "see-lists");
      return answer(reads, request, reply, {
        question: RECEIPT_COPIES,
        args: { saleId: SaleId.safeParse(request.params.id).data ?? null },
        toData: (counted) => counted,
        missing: "sale-not-found",
      });
    },
  );
};

type Filters = Pick<SalesQuery, "since" | "until" | "payment_method" | "staff"> &
  Readonly<{ state?: SaleState | undefined }>;

const filterOf = ({ since, until, state = "paid", payment_method: method, staff }: Filters) => ({
  state,
  isInTime: since !== undefined || until !== undefined,
  method,
  isByStaff: staff !== undefined,
});

const LONG_MS = 31 * 24 * 3_600_000;

const isLong = ({ since = 0, until }: Filters, nowMs: number): boolean =>
  (until ?? nowMs) - since > LONG_MS;
