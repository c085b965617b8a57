import { past } from "#web/api/past.ts";
import { useCurrency } from "#web/api/use-session.ts";
import { useUnsentRows } from "#web/api/use-unsent-rows.ts";
import { Section } from "#web/ui/panel.tsx";
import { UnsentSales } from "#web/ui/unsent-sales.tsx";

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
