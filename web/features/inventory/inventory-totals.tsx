import { formatMoney } from "#kernel/contract/money.ts";
import { useSeesTakings } from "#web/api/settings.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { moneyTotal, Totals, type Total } from "#web/ui/chart/totals.tsx";
import { Bone } from "#web/ui/feedback/skeleton.tsx";

import type { LevelFilter } from "./level-chips.tsx";
import type { StockSummary } from "./stock-summary.ts";

type InventoryTotalsProps = {
  /** Undefined while loading; the labels are shown without figures. */
  summary: StockSummary | undefined;
  level: LevelFilter;
  onLevel: (level: LevelFilter) => void;
};

const VALUE = "Stock value, at selling price";

export function InventoryTotals({ summary, level, onLevel }: InventoryTotalsProps) {
  const currency = useCurrency();
  const seesValue = useSeesTakings();
  if (summary === undefined) {
    const names = ["Products", "Low stock", "Out of stock"];
    const waiting = names.map((name) => ({ name, value: <Bone width="1.5em" /> }));
    const value = seesValue ? [{ name: VALUE, value: <Bone width="5em" /> }] : [];
    return <Totals plain items={[...value, ...waiting]} />;
  }
  const { all, counts, valueMinor, costMinor } = summary;
  const value: Total = {
    name: VALUE,
    ...moneyTotal(valueMinor, currency),
    note: costMinor === undefined ? undefined : `${formatMoney(costMinor, currency)} at cost`,
  };
  const filtering = (name: string, band: "low" | "out"): Total => ({
    name,
    value: counts[band].toLocaleString("en-GH"),
    press: {
      label: `Show only ${name.toLowerCase()}`,
      pressed: level === band,
      onPress: () => onLevel(level === band ? "all" : band),
    },
  });
  return (
    <Totals
      plain
      items={[
        ...(seesValue ? [value] : []),
        { name: "Products", value: all.toLocaleString("en-GH") },
        filtering("Low stock", "low"),
        filtering("Out of stock", "out"),
      ]}
    />
  );
}
