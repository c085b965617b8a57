import { formatMoney } from "#kernel/contract/money.ts";
import { useNow } from "#web/state/past.ts";
import { unitOf } from "#web/ui/chart/chart-points.ts";
import { ChartWaiting } from "#web/ui/chart/chart.tsx";
import { currencySign, Money } from "#web/ui/chart/money.tsx";
import { Section } from "#web/ui/layout/panel.tsx";

import { MonthChart } from "./month-chart.tsx";
import { salesByCurrency } from "./months.ts";

const WHAT = "Sales of all shops";

type SalesMonthsProps = {
  sums: readonly Readonly<{ month: string; currency: string; total: number }>[] | undefined;
};

/** One chart for each currency, because sums never mix currencies (MONEY-08). */
export function SalesMonths({ sums }: SalesMonthsProps) {
  const now = useNow();
  if (sums === undefined) {
    return (
      <Section title={WHAT}>
        <ChartWaiting label="Loading sales..." />
      </Section>
    );
  }
  return salesByCurrency(sums, now).map(({ currency, months }) => (
    <Section key={currency} title={currency === "GHS" ? WHAT : `${WHAT}, in ${currency}`}>
      <MonthChart
        what={WHAT}
        unit={(points) => unitOf(currencySign(currency), points)}
        columns={["Sales"]}
        months={months.map(({ month, minor }) => ({
          month,
          minor,
          text: formatMoney(minor, currency),
          cells: [<Money key="sales" minor={minor} currency={currency} />],
        }))}
      />
    </Section>
  ));
}
