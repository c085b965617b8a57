import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ReportSummary } from "#kernel/contract/api/reports/dashboard.ts";
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
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keptRequest } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { choiceOf, type Span, spanOfChoice, spanText } from "#web/format/days.ts";
import { ofMoment } from "#web/state/past.ts";

const Range = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .check(z.refine(({ from, to }) => from <= to));
export type Range = z.infer<typeof Range>;

/** The custom range in the URL. */
export const rangeOf = (params: URLSearchParams): Range | undefined =>
  Range.safeParse({ from: params.get("from"), to: params.get("to") }).data;

/** The days that the URL names. */
export const spanOf = (
  params: URLSearchParams,
  timeZone: string | undefined,
  nowMs: number,
): Span => rangeOf(params) ?? spanOfChoice(choiceOf(params), timeZone, nowMs);

const SummaryAnswer = success(ReportSummary);

export function reportQuery(span: Span) {
  const { queryKey, at } = ofMoment(keys.reports.summary(spanText(span)));
  const path = at(`/api/sales/reports.php?${spanText(span)}`);
  const kept = keptRequest(path, SummaryAnswer, ({ body }) => body.data);
  return {
    ...queryOptions({
      queryKey,
      queryFn: ({ signal }): Promise<ReportSummary> => kept.ask(signal),
      placeholderData: keepPreviousData,
      meta: { errorText: texts.reports.error, keptPath: kept.path },
    }),
    kept,
  };
}

export type Report<Row> = {
  from: string | null;
  to: string | null;
  /** The shop's current currency; rows in other currencies come last. */
  currency: string;
  rows: Row[];
};

/** The sales of these days, grouped in one way. */
const sumsBy =
  <Row>(grouping: string, schema: z.ZodMiniType<{ data: Report<Row> }>) =>
  (span: Span) => {
    const { queryKey, at } = ofMoment(keys.reports.by(grouping, spanText(span)));
    const path = at(`/api/v1/reports/${grouping}?${spanText(span)}`);
    return queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<Report<Row>> =>
        (await request(path, schema, { signal })).data,
      placeholderData: keepPreviousData,
      meta: { errorText: texts.reports.error },
    });
  };

export const dayQuery = sumsBy("day", success(reportOf(DaySums)));
export const hourQuery = sumsBy("hour", success(reportOf(HourSums)));
export const categoryQuery = sumsBy("category", success(reportOf(CategorySums)));
export const productQuery = sumsBy("product", success(reportOf(ProductSums)));
export const staffQuery = sumsBy("staff", success(reportOf(StaffSums)));
export const taxQuery = sumsBy("tax", success(reportOf(TaxSums)));
export const paymentQuery = sumsBy("payment-method", success(reportOf(PaymentMethodSums)));
