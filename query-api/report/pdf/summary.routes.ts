import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { PeriodQuery } from "#kernel/contract/api/reports/period.ts";
import { logAccess, requestFields } from "#kernel/node/access-log.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { inPiece } from "#kernel/node/limits/limit-heavy.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import type { Reads } from "#query-api/answers.ts";
import { type Arguments, ask, prepare, type Prepared, readProgress } from "#query-api/ask.query.ts";
import { exportRoute } from "#query-api/csv-export.ts";
import { askFresh } from "#query-api/freshness.ts";
import { BY_CATEGORY } from "#query-api/report/by-category.query.ts";
import { BY_DAY } from "#query-api/report/by-day.query.ts";
import { BY_PAYMENT_METHOD } from "#query-api/report/by-payment-method.query.ts";
import { BY_PRODUCT } from "#query-api/report/by-product.query.ts";
import { BY_STAFF } from "#query-api/report/by-staff.query.ts";
import { BY_TAX } from "#query-api/report/by-tax.query.ts";
import type { SumsReport } from "#query-api/report/sums.ts";
import { toSpan } from "#query-api/span-of-days.query.ts";

import { toPdf } from "./paper.ts";
import { summaryPaper } from "./summary.ts";

export const TENANT_NAME: Prepared<string | null> = prepare({
  name: "shop-name",
  projections: ["settings"],
  sql: "select to_json(string_agg(s.business_name, ', ')) from rm.rm_settings s where s.tenant_id = $1",
});

/** Sales of a day, a month or other days on paper. Each part is as fresh as any other answer. */
export const summaryRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/exports/reports/summary.pdf",
    {
      handlerTimeout: exportRoute.handlerTimeout,
      schema: {
        querystring: PeriodQuery,
        response: { 200: { content: { "application/pdf": { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      requireRight(request, "export");
      await inPiece(request, () => record(reads, request));
      const span = toSpan(request.query, request.actor.role);
      const read = reading(reads, request, span);
      const sums = async <Row, Item>({ question, toItem }: SumsReport<Row, Item>) => {
        const { body, localDate } = await read(question);
        return { ...body, localDate, items: body.rows.map(toItem) };
      };
      const [days, payments] = [await sums(BY_DAY), await sums(BY_PAYMENT_METHOD)];
      const [categories, products] = [await sums(BY_CATEGORY), await sums(BY_PRODUCT)];
      const [staff, taxes] = [await sums(BY_STAFF), await sums(BY_TAX)];
      const paper = summaryPaper({
        shop: (await read(TENANT_NAME)).body ?? "the shop",
        from: days.firstDay,
        to: days.lastDay,
        today: days.localDate,
        days: days.items,
        payments: payments.items,
        categories: categories.items,
        products: products.items,
        staff: staff.items,
        taxes: taxes.items,
      });
      const file = await inPiece(request, () => toPdf(paper));
      return sendFile(reply, file, `sales-${days.localDate}.pdf`);
    },
  );
};

const sendFile = (reply: FastifyReply, file: Buffer, name: string): FastifyReply =>
  reply
    .type("application/pdf")
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(file);

const LONGEST_TARGET = 500;

/** Before anything is read, as with every export. */
const record = ({ pool, clock }: Reads, request: FastifyRequest): Promise<void> =>
  logAccess(pool, {
    ...requestFields(request, clock),
    action: "export",
    result: "begun",
    tenantId: request.actor.tenantId,
    target: request.url.slice(0, LONGEST_TARGET),
  });

function reading({ pool, freshness, clock }: Reads, request: FastifyRequest, args: Arguments) {
  const { tenantId } = request.actor;
  return async <Body>(question: Prepared<Body>) => {
    const asked = { tenantId, nowMs: clock(), args };
    const { answer } = await askFresh(freshness, tenantId, {
      ask: () => inPiece(request, () => ask(pool, question, asked)),
      readProgress: () => readProgress(pool, question, asked),
    });
    return answer;
  };
}
