import type { ReactNode } from "react";

import type { Currency } from "#kernel/contract/money.ts";
import { type FigureQuery, useTrace } from "#web/state/use-trace.ts";
import { FigureButton } from "#web/ui/button/figure-button.tsx";
import { ChartBar } from "#web/ui/chart/chart.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { Row, RowList } from "#web/ui/layout/panel.tsx";

export type Ranked = Readonly<{
  id: string;
  name: string;
  more: ReactNode;
  minor: number;
  currency: Currency;
  /** Query for the events that make up the amount. */
  ask?: FigureQuery;
}>;

/** Bars are relative to the largest amount in the same currency. */
export function Ranking({ rows, children }: { rows: readonly Ranked[]; children?: ReactNode }) {
  const largest = (currency: Currency): number =>
    Math.max(1, ...rows.filter((row) => row.currency === currency).map(({ minor }) => minor));
  return (
    <RowList>
      {rows.map(({ id, name, more, minor, currency, ask }) => (
        <Row
          key={`${id} ${currency}`}
          title={name}
          sub={more}
          end={
            <TracedFigure name={`Sales, ${name}`} ask={ask}>
              <Money minor={minor} currency={currency} />
            </TracedFigure>
          }
          below={<ChartBar part={minor / largest(currency)} />}
        />
      ))}
      {children}
    </RowList>
  );
}

type TracedProps = {
  /** The title of the list of events. */
  name: string;
  ask: FigureQuery | undefined;
  children: ReactNode;
};

/** A figure that opens the events it is made of, for roles that may see them. */
export function TracedFigure({ name, ask, children }: TracedProps) {
  const trace = useTrace();
  const press = ask && trace(name, ask);
  return press === undefined ? children : <FigureButton {...press}>{children}</FigureButton>;
}
