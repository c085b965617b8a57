import type { Figure } from "#kernel/contract/api/lineage.ts";

import { past } from "./past.ts";
import { useCan } from "./use-session.ts";

/** The figure and its parameters, as the API names them. */
export type FigureQuery = Readonly<{ figure: Figure } & Record<string, string>>;

/**
 * Returns an action that opens the events behind a figure, or undefined without the right to see
 * them.
 */
export function useTrace() {
  const isAllowed = useCan("see-audit");
  return (name: string, ask: FigureQuery) =>
    isAllowed
      ? { label: `History of ${name}`, onPress: () => past.open({ name, ask }) }
      : undefined;
}

type Days = Readonly<{ from: string | null; to: string | null; currency: string }>;

/** Parameters of a figure of a report: its days and currency. */
export const traceOf = (figure: Figure, { from, to, currency }: Days): FigureQuery => ({
  figure,
  currency,
  ...(from !== null && to !== null && { from, to }),
});

/** The same for the totals at the top of a screen, once they are loaded. Counts have no days. */
export function useTraceTotals(totals: Days | undefined) {
  const trace = useTrace();
  return (name: string, figure: Figure) =>
    totals && trace(name, figure.startsWith("sales.") ? traceOf(figure, totals) : { figure });
}
