import { useCurrency } from "#web/api/use-session.ts";
import { useUnsentRows } from "#web/api/use-unsent-rows.ts";
import { Section } from "#web/ui/panel.tsx";
import { UnsentSales } from "#web/ui/unsent-sales.tsx";

/** Above the list, while there are any: what the list cannot show yet. */
export function UnsentPart() {
  const currency = useCurrency();
  const { rows, sending } = useUnsentRows();
  if (rows.length === 0) return undefined;
  return (
    <Section title="Sales without an answer">
      <UnsentSales rows={rows} sending={sending} currency={currency} />
    </Section>
  );
}
