import type { ComponentType } from "react";

import type { Span } from "#web/format/days.ts";
import { Chips } from "#web/ui/button/chips.tsx";
import { Section } from "#web/ui/layout/panel.tsx";

import { ByCategory } from "./by-category.tsx";
import { ByDay } from "./by-day.tsx";
import { ByHour } from "./by-hour.tsx";
import { ByPayment } from "./by-payment.tsx";
import { ByProduct } from "./by-product.tsx";
import { ByStaff } from "./by-staff.tsx";
import { ByTax } from "./by-tax.tsx";
import * as styles from "./reports.css.ts";
import { GROUPINGS } from "./use-report-address.ts";
import type { Grouping } from "./use-report-address.ts";

const VIEWS: Record<Grouping, ComponentType<{ span: Span }>> = {
  day: ByDay,
  hour: ByHour,
  product: ByProduct,
  category: ByCategory,
  staff: ByStaff,
  "payment-method": ByPayment,
  tax: ByTax,
};

type BreakdownProps = { span: Span; grouping: Grouping; onGroup: (grouping: Grouping) => void };

/** The sales of the chosen days, grouped in one way at a time. */
export function Breakdown({ span, grouping, onGroup }: BreakdownProps) {
  const View = VIEWS[grouping];
  return (
    <Section title="Sales in detail">
      <div className={styles.view}>
        <Chips<Grouping> legend="Group by" chips={GROUPINGS} value={grouping} onChange={onGroup} />
        <View span={span} />
      </div>
    </Section>
  );
}
