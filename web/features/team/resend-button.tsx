import type { StaffItem } from "#kernel/contract/api/staff.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { IconButton } from "#web/ui/button.tsx";
import { addIcons } from "#web/ui/icons.ts";
import { rareIcons } from "#web/ui/rare-icons.ts";
import { toasts } from "#web/ui/toast-store.ts";

import { personName } from "./staff-query.ts";
import { useResend } from "./use-staff-commands.ts";

addIcons(rareIcons);

/** The same invitation by a new link; the old one is dead. */
export function ResendButton({ person }: { person: StaffItem }) {
  const resend = useResend();
  return (
    <IconButton
      icon="mail"
      label={`Send the invitation of ${personName(person)} again`}
      busy={resend.isPending}
      onClick={() =>
        resend.mutate(person.id, {
          onSuccess: ({ message }) => toasts.show("success", message),
          onError: (error) => toasts.show("error", notSavedText(error)),
        })
      }
    />
  );
}
