import * as z from "zod/mini";

import { AsOf } from "#kernel/contract/api/as-of.ts";

/** Whole local days including today. Absent means all time. */
export const PeriodDays = z.enum(["7", "30", "90", "365"]);
export type PeriodDays = z.infer<typeof PeriodDays>;

const isReal = (date: string | undefined): boolean => date === undefined || date >= "0001-01-01";

/**
 * Either `period`, or `from` and `to` together (whole local days, both included), or none of them
 * for all time.
 */
export const periodFields = {
  period: z.optional(z.enum(["7", "30", "90", "365"], "period must be 7, 30, 90 or 365")),
  from: z.optional(z.iso.date("from must be a date YYYY-MM-DD")),
  to: z.optional(z.iso.date("to must be a date YYYY-MM-DD")),
} as const;

type Days = Readonly<Partial<Record<keyof typeof periodFields, string | undefined>>>;

export const periodChecks = [
  z.refine<Days>(({ from, to }) => (from === undefined) === (to === undefined), {
    error: "Send from and to together",
  }),
  z.refine<Days>(({ period, from }) => period === undefined || from === undefined, {
    error: "Send period, or from and to, not both",
  }),
  z.refine<Days>(({ from = "", to = from }) => from <= to, "from must not be after to"),
  z.refine<Days>(({ from, to }) => isReal(from) && isReal(to), "The year must be 1 or later"),
] as const;

export const PeriodQuery = z.object(periodFields).check(...periodChecks);
export type PeriodQuery = z.infer<typeof PeriodQuery>;

/** The same, optionally at a moment of the past. */
export const PastPeriodQuery = z
  .object({ ...periodFields, as_of: z.optional(AsOf) })
  .check(...periodChecks);
export type PastPeriodQuery = z.infer<typeof PastPeriodQuery>;
