import type { Figure } from "#kernel/contract/api/lineage.ts";

import { past } from "./past.ts";
import { useCan } from "./use-session.ts";

/** Which figure it is, in the words of the API. */
export type Traced = Readonly<{ figure: Figure } & Record<string, string>>;

/** How a figure opens the events that make it; nothing for who may not see them. */
export function useTrace() {
  const isAllowed = useCan("see-audit");
  return (name: string, ask: Traced) =>
    isAllowed ? { label: `Events of ${name}`, onPress: () => past.open({ name, ask }) } : undefined;
}

type Days = Readonly<{ from: string | null; to: string | null; currency: string }>;

/** The days and the money that a report is about. */
export const traceOf = (figure: Figure, { from, to, currency }: Days): Traced => ({
  figure,
  currency,
  ...(from !== null && to !== null && { from, to }),
});

/** The same of the totals that stand over a screen, once they are there; what is counted has no days. */
export function useTraceTotals(totals: Days | undefined) {
  const trace = useTrace();
  return (name: string, figure: Figure) =>
    totals && trace(name, figure.startsWith("sales.") ? traceOf(figure, totals) : { figure });
}
