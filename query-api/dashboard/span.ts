import type { PeriodQuery } from "#kernel/contract/api/dashboard.ts";
import { can } from "#kernel/contract/rights.ts";

/** Which days the totals cover, as they are asked of the database: it knows what today is in the shop. */
export type Span = Readonly<{
  period: string | null;
  /** Whole local days up to and with today. */
  days: number | null;
  from: string | null;
  to: string | null;
  /** Whether the reader may learn how this month stands against the last one. */
  comparesMonths: boolean;
}>;

/** Who may see the dashboard but no reports sees today, whatever was asked. */
export function toSpan({ period, from, to }: PeriodQuery, role: string): Span {
  if (!can(role, "see-reports") && !can(role, "export")) {
    return { period: "today", days: 1, from: null, to: null, comparesMonths: false };
  }
  return {
    period: period ?? null,
    days: period === undefined ? null : Number(period),
    from: from ?? null,
    to: to ?? null,
    comparesMonths: true,
  };
}
