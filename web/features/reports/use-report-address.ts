import { useSearchParams } from "wouter";

import { choiceOf, type Choice } from "#web/format/days.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";

import { type Range, rangeOf, spanOf } from "./report-query.ts";

export const GROUPINGS = [
  { value: "day", label: "Day" },
  { value: "hour", label: "Hour" },
  { value: "product", label: "Product" },
  { value: "category", label: "Category" },
  { value: "staff", label: "Staff" },
  { value: "payment-method", label: "Payment method" },
  { value: "tax", label: "Tax" },
] as const;

/** The ways to group sales. */
export type Grouping = (typeof GROUPINGS)[number]["value"];

/** Keeps days and view in the URL, so that Back, a reload and links preserve them. */
export function useReportAddress() {
  const [params, setParams] = useSearchParams();
  const change = (changes: Record<string, string>, without: readonly string[] = []) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of without) next.delete(name);
        for (const [name, value] of Object.entries(changes)) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    span: spanOf(params, useTimeZone(), useNow()),
    /** Undefined for a custom range. */
    choice: rangeOf(params) === undefined ? choiceOf(params) : undefined,
    grouping: GROUPINGS.find(({ value }) => value === params.get("by"))?.value ?? "day",
    showDays: (days: { period: Choice } | Range) => change(days, ["period", "from", "to"]),
    groupBy: (by: Grouping) => change({ by }),
  };
}

export type ReportAddress = ReturnType<typeof useReportAddress>;
