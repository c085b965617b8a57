import type { InboxMessage } from "#kernel/contract/api/platform/lists.ts";
import { subjectText } from "#web/format/contact-subjects.ts";
import { shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { MailLink } from "#web/ui/button/button.tsx";
import { Facts } from "#web/ui/layout/facts.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

type MessageDialogProps = { message: InboxMessage | undefined; onClose: () => void };

/** The full message; the reply goes out from the reader's own email app. */
export function MessageDialog({ message, onClose }: MessageDialogProps) {
  const shown = useLasting(message);
  return (
    <Dialog
      open={message !== undefined}
      title={shown === undefined ? "" : `Message from ${writerOf(shown)}`}
      onClose={onClose}
    >
      <DialogBody reading="Message">
        {shown !== undefined && <MessageFacts message={shown} />}
      </DialogBody>
    </Dialog>
  );
}

function MessageFacts({ message }: { message: InboxMessage }) {
  const now = useNow();
  const { company, email } = message;
  return (
    <Facts
      facts={[
        { name: "Subject", value: subjectText(message.subject) },
        { name: "Email", value: email === null ? "Deleted" : <MailLink address={email} /> },
        ...(company === null ? [] : [{ name: "Company", value: company }]),
        { name: "Received", value: shopTime(message.received_at, undefined, now) },
        { name: "Message", value: message.message ?? "Deleted" },
      ]}
    />
  );
}

/** The sender's full name; an erased sender has none. */
export function writerOf({ first_name: first, last_name: last, email }: InboxMessage): string {
  const name = [first, last].filter((part) => part !== null && part !== "").join(" ");
  return name === "" ? (email ?? "Unknown sender") : name;
}
