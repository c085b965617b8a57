import { whatsAppLink } from "#web/format/phone-links.ts";
import { useSession } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { OutsideButton } from "#web/ui/button/outside-button.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { rareIcons } from "#web/ui/icon/rare-icons.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

addIcons(rareIcons);

/** `link`: the path that the server answered with. */
export type Invitation = Readonly<{ email: string; link: string }>;

type InvitationLinkProps = { invitation: Invitation | undefined; onClose: () => void };

/** The link of an invitation, for a person who does not read email. The email has it, too. */
export function InvitationLink({ invitation, onClose }: InvitationLinkProps) {
  const shown = useLasting(invitation);
  return (
    <Dialog open={invitation !== undefined} title="Invitation sent" onClose={onClose}>
      {shown && <Links {...shown} onClose={onClose} />}
    </Dialog>
  );
}

function Links({ email, link, onClose }: Invitation & { onClose: () => void }) {
  const shop = useSession()?.tenant.name ?? "our shop";
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
        <p>We emailed this link to {email}. You can also send it yourself.</p>
        <TextField
          readOnly
          label="Link"
          value={url}
          hint="It works once, for 7 days. Anyone who opens it joins as this person."
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button block icon="copy" onClick={() => void copy()}>
          Copy link
        </Button>
        <OutsideButton
          icon="send"
          href={whatsAppLink(`Join ${shop} on Tillbook. This link works once, for 7 days: ${url}`)}
        >
          Send on WhatsApp
        </OutsideButton>
      </DialogBody>
      <DialogFoot>
        <Button tone="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </>
  );
}
