import { counted } from "#web/format/counts.ts";
import { deviceWord } from "#web/format/device-text.ts";
import { links } from "#web/links.ts";
import { UnsentSales, useUnsentRows } from "#web/parts/unsent-sales.tsx";
import { past } from "#web/state/past.ts";
import { useStore } from "#web/state/store.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { till } from "#web/till/till.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { InlineNote } from "#web/ui/feedback/state.tsx";
import { Section } from "#web/ui/layout/panel.tsx";

export function NotSentYet() {
  return (
    <>
      <UnsentPart />
      <OnThisTill />
    </>
  );
}

/** Sales of this till that the server does not have yet. They are sent from any page. */
function OnThisTill() {
  const { toSend } = useStore(till);
  if (toSend === 0 || past.get()) return undefined;
  const device = deviceWord(navigator.userAgent);
  const [are, they] = toSend === 1 ? ["is", "it is"] : ["are", "they are"];
  return (
    <InlineNote icon="info">
      {counted(toSend, "sale")} on this {device} {are} not sent yet; {they} missing here.{" "}
      <TextLink href={links.sell()}>Show in Sell</TextLink>
    </InlineNote>
  );
}

/** Sales the server has not confirmed. They are not shown with a past date. */
function UnsentPart() {
  const currency = useCurrency();
  const { rows, sending } = useUnsentRows();
  if (rows.length === 0 || past.get()) return undefined;
  return (
    <Section title="Unconfirmed sales">
      <UnsentSales rows={rows} sending={sending} currency={currency} />
    </Section>
  );
}
