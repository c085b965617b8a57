import { UnsentSales } from "#web/parts/unsent-sales.tsx";
import { useUnsentRows } from "#web/parts/use-unsent-rows.ts";
import { past } from "#web/state/past.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Section } from "#web/ui/layout/panel.tsx";

/** Above the list of now, while there are any: what it cannot show yet. */
export function UnsentPart() {
  const currency = useCurrency();
  const { rows, sending } = useUnsentRows();
  if (rows.length === 0 || past.get()) return undefined;
  return (
    <Section title="Sales without an answer">
      <UnsentSales rows={rows} sending={sending} currency={currency} />
    </Section>
  );
}
