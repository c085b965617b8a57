import { suppliesOf, type TaxSums } from "#kernel/contract/api/reports/report.ts";
import { type Currency, formatMoney, minorOf } from "#kernel/contract/money.ts";
import { counted } from "#web/format/counts.ts";
import type { Span } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";
import { Money } from "#web/ui/chart/money.tsx";
import { Row, RowList } from "#web/ui/layout/panel.tsx";

import { RankingWaiting } from "./ranked-report.tsx";
import { taxQuery } from "./report-query.ts";
import { ReportView } from "./report-view.tsx";

export function ByTax({ span }: { span: Span }) {
  return (
    <ReportView
      query={taxQuery(span)}
      waiting={<RankingWaiting />}
      none="No sale in this period has tax. Choose another above."
    >
      {({ rows }) => (
        <>
          <Taxes rows={rows} />
          <Supplied rows={rows} />
        </>
      )}
    </ReportView>
  );
}

/** The sum of all taxes of a currency is below them, as on a receipt. */
function Taxes({ rows: all }: { rows: readonly TaxSums[] }) {
  const rows = all.filter(({ category }) => category === undefined);
  if (rows.length === 0) return undefined;
  const sums = new Map<Currency, number>();
  for (const { currency, tax } of rows) {
    const key = currencyOf(currency);
    sums.set(key, (sums.get(key) ?? 0) + minorOf(tax));
  }
  return (
    <RowList>
      {rows.map(({ name, rate, currency, orders, net, tax }) => (
        <Row
          key={`${name} ${rate} ${currency}`}
          title={`${name} ${rate}%`}
          sub={`${counted(orders, "order")}, ${formatMoney(minorOf(net), currencyOf(currency))} without tax`}
          end={<Money minor={minorOf(tax)} currency={currencyOf(currency)} />}
        />
      ))}
      {Array.from(sums, ([currency, minor]) => (
        <Row
          key={currency}
          title={<strong>All tax</strong>}
          end={
            <strong>
              <Money minor={minor} currency={currency} />
            </strong>
          }
        />
      ))}
    </RowList>
  );
}

/** Sales by how they are taxed, as a tax return asks for them, if not all are of the standard rate. */
function Supplied({ rows }: { rows: readonly TaxSums[] }) {
  const supplies = suppliesOf(rows);
  if (supplies.length === 0) return undefined;
  return (
    <RowList>
      {supplies.map(({ name, currency, netMinor }) => (
        <Row
          key={`${name} ${currency}`}
          title={name}
          sub="Sales without tax"
          end={<Money minor={netMinor} currency={currencyOf(currency)} />}
        />
      ))}
    </RowList>
  );
}
