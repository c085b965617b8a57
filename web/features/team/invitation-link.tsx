import { useQuery } from "@tanstack/react-query";

import { accountQuery } from "#web/api/account.ts";
import { dialled, whatsAppLink } from "#web/format/phone-links.ts";
import { links } from "#web/links.ts";
import { useSession } from "#web/state/use-session.ts";
import { Button, TextLink } from "#web/ui/button/button.tsx";
import { OutsideButton } from "#web/ui/button/outside-button.tsx";
import { InlineNote } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { rareIcons } from "#web/ui/icon/rare-icons.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

addIcons(rareIcons);

/** `link`: the path that the server answered with. `email` is empty for a person without one. */
export type Invitation = Readonly<{
  email: string;
  name: string;
  phone?: string | null | undefined;
  link: string;
  /** The person has joined, and chooses a new PIN. */
  isOfMember?: boolean;
}>;

type InvitationLinkProps = { invitation: Invitation | undefined; onClose: () => void };

/** The link of an invitation, for a person who does not read email, or has none. */
export function InvitationLink({ invitation, onClose }: InvitationLinkProps) {
  const shown = useLasting(invitation);
  const title = shown === undefined ? "" : wordsOf(shown).title;
  return (
    <Dialog open={invitation !== undefined} title={title} onClose={onClose}>
      {shown && <Links {...shown} onClose={onClose} />}
    </Dialog>
  );
}

type Words = Readonly<{ title: string; lead: string; hint: string; message: string }>;

const ONCE = "It works once, for 7 days.";

function wordsOf({ email, name, isOfMember = false }: Invitation): Words {
  const joins = `${ONCE} Anyone who opens it joins as this person.`;
  if (email !== "") {
    const lead = `We emailed this link to ${email}. You can also send it yourself.`;
    return { title: "Invitation sent", lead, hint: joins, message: "Join" };
  }
  if (!isOfMember) {
    const lead = `Send this link to ${name}, who chooses a PIN with it.`;
    return { title: `Link for ${name}`, lead, hint: joins, message: "Join" };
  }
  return {
    title: `New PIN link for ${name}`,
    lead: `Send this link to ${name}. The PIN stays as it is until they choose another one.`,
    hint: `${ONCE} Anyone who opens it chooses this person's PIN.`,
    message: "Choose your new PIN for",
  };
}

function Links(props: Invitation & { onClose: () => void }) {
  const { email, phone, link, onClose } = props;
  const { lead, hint, message } = wordsOf(props);
  const tenant = useSession()?.tenant;
  const shop = tenant?.name ?? "our shop";
  const url = new URL(link, location.origin).href;
  const copy = async () => {
    try {
      // The clipboard API is missing without TLS.
      await navigator.clipboard.writeText(url);
      toasts.show("success", "Copied");
    } catch {
      toasts.show("error", "Couldn't copy. Press the link and hold to copy it.");
    }
  };
  return (
    <>
      <DialogBody>
        <p>{lead}</p>
        <TextField
          readOnly
          label="Link"
          value={url}
          hint={hint}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button block icon="copy" onClick={() => void copy()}>
          Copy link
        </Button>
        <OutsideButton
          icon="send"
          href={whatsAppLink(
            `${message} ${shop} on Tillbook. This link works once, for 7 days: ${url}`,
            dialled(phone ?? "", tenant?.timezone),
          )}
        >
          Send on WhatsApp
        </OutsideButton>
        {email === "" && <OwnPin />}
      </DialogBody>
      <DialogFoot>
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </>
  );
}

/** Without a PIN of their own, the person who invites cannot lock the till for the next one. */
function OwnPin() {
  const { data } = useQuery(accountQuery());
  if (data?.has_pin !== false) return undefined;
  return (
    <InlineNote icon="alert">
      Set your own PIN, too. Without one you can't lock the till and hand it over.{" "}
      <TextLink href={`${links.settings()}?tab=security`}>Set PIN</TextLink>
    </InlineNote>
  );
}
