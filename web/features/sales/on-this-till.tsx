import { counted } from "#web/format/counts.ts";
import { deviceWord } from "#web/format/device-text.ts";
import { links } from "#web/links.ts";
import { past } from "#web/state/past.ts";
import { useStore } from "#web/state/store.ts";
import { till } from "#web/till/till.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { InlineNote } from "#web/ui/feedback/state.tsx";

/** Sales of this till that the server does not have yet. They are sent from any page. */
export function OnThisTill() {
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
