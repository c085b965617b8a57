import type { FastifyReply, FastifyRequest } from "fastify";

import { success } from "#kernel/contract/api/envelope.ts";
import { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
import { PastPeriodQuery, PeriodQuery } from "#kernel/contract/api/reports/period.ts";
import {
  CategorySums,
  DaySums,
  HourSums,
  PaymentMethodSums,
  ProductSums,
  reportOf,
  StaffSums,
  TaxSums,
} from "#kernel/contract/api/reports/report.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type KeptAnswers, type Reads } from "#query-api/answers.ts";
import { exportRoute, sendCsv } from "#query-api/csv-export.ts";
import { toSpan } from "#query-api/span-of-days.query.ts";

import { BY_CATEGORY } from "./by-category.query.ts";
import { BY_DAY } from "./by-day.query.ts";
import { BY_HOUR } from "./by-hour.query.ts";
import { BY_PAYMENT_METHOD } from "./by-payment-method.query.ts";
import { BY_PRODUCT } from "./by-product.query.ts";
import { BY_STAFF } from "./by-staff.query.ts";
import { BY_TAX } from "./by-tax.query.ts";
import { REPORT, toReport } from "./report.query.ts";
import type { SumsReport } from "./sums.ts";

export const reportRoutes: Routes<{ reads: Reads; kept: KeptAnswers }> = async (
  app,
  { reads, kept },
) => {
  app.get(
    "/api/sales/reports.php",
    { schema: { querystring: PastPeriodQuery, response: { 200: success(ReportSummary) } } },
    (request, reply) => {
      requireRight(request, "see-reports");
      const span = toSpan(request.query, request.actor.role);
      return answer(reads, request, reply, {
        question: REPORT,
        args: span,
        kept,
        asOf: request.query.as_of,
        toData: (row) => toReport(row, span),
      });
    },
  );
};

type ReportRequest = FastifyRequest<{ Querystring: PastPeriodQuery }>;
type FileRequest = FastifyRequest<{ Querystring: PeriodQuery }>;

/** Sales in a span of days by product, category, day, hour, person, payment method or tax, as JSON or CSV. */
export const sumsRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  const show = showing(reads);
  const answering = <Item extends Parameters<typeof reportOf>[0]>(item: Item) => ({
    schema: { querystring: PastPeriodQuery, response: { 200: success(reportOf(item)) } },
  });
  app.get("/api/v1/reports/product", answering(ProductSums), show(BY_PRODUCT));
  app.get("/api/v1/reports/category", answering(CategorySums), show(BY_CATEGORY));
  app.get("/api/v1/reports/day", answering(DaySums), show(BY_DAY));
  app.get("/api/v1/reports/hour", answering(HourSums), show(BY_HOUR));
  app.get("/api/v1/reports/staff", answering(StaffSums), show(BY_STAFF));
  app.get("/api/v1/reports/payment-method", answering(PaymentMethodSums), show(BY_PAYMENT_METHOD));
  app.get("/api/v1/reports/tax", answering(TaxSums), show(BY_TAX));

  const file = exporting(reads);
  const { handlerTimeout, response } = exportRoute;
  const route = { handlerTimeout, schema: { querystring: PeriodQuery, response } };
  app.get("/api/v1/exports/reports/product.csv", route, file("product", BY_PRODUCT));
  app.get("/api/v1/exports/reports/category.csv", route, file("category", BY_CATEGORY));
  app.get("/api/v1/exports/reports/day.csv", route, file("day", BY_DAY));
  app.get("/api/v1/exports/reports/hour.csv", route, file("hour", BY_HOUR));
  app.get("/api/v1/exports/reports/staff.csv", route, file("staff", BY_STAFF));
  app.get(
    "/api/v1/exports/reports/payment-method.csv",
    route,
    file("payment-method", BY_PAYMENT_METHOD),
  );
  app.get("/api/v1/exports/reports/tax.csv", route, file("tax", BY_TAX));
};

const showing =
  (reads: Reads) =>
  <Row, Item>({ question, toItem }: SumsReport<Row, Item>) =>
  (request: ReportRequest, reply: FastifyReply) => {
    requireRight(request, "see-reports");
    const span = toSpan(request.query, request.actor.role);
    return answer(reads, request, reply, {
      question,
      args: span,
      asOf: request.query.as_of,
      toData: ({ currency, firstDay, lastDay, rows }) => ({
        period: span.period,
        from: firstDay,
        to: lastDay,
        currency,
        rows: rows.map(toItem),
      }),
    });
  };

const exporting =
  (reads: Reads) =>
  <Row, Item>(name: string, { question, toItem, columns }: SumsReport<Row, Item>) =>
  async (request: FileRequest, reply: FastifyReply): Promise<void> => {
    requireRight(request, "export");
    await sendCsv(reads, request, reply, {
      name: `report-by-${name}`,
      question,
      args: toSpan(request.query, request.actor.role),
      rowsOf: ({ rows }) => rows.map(toItem),
      columns,
    });
  };
