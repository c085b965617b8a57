import type { StaffItem } from "#kernel/contract/api/staff.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { personName } from "./staff-query.ts";
import { useRemove } from "./use-staff-commands.ts";

type RemoveStaffProps = { person: StaffItem | undefined; onClose: () => void };

const WORDS = {
  active: {
    title: (name: string) => `Remove ${name}?`,
    question: "They are signed out now and can no longer sign in. Their sales stay.",
    action: "Remove",
    done: (name: string) => `${name} removed`,
  },
  invited: {
    title: (name: string) => `Cancel the invitation for ${name}?`,
    question: "Their link will stop working.",
    action: "Cancel invitation",
    done: (name: string) => `Invitation for ${name} cancelled`,
  },
} as const;

/** Removes a staff member, or cancels an invitation. */
export function RemoveStaff({ person, onClose }: RemoveStaffProps) {
  const removal = useRemove();
  const shown = useLasting(person);
  const words = WORDS[shown?.status ?? "active"];
  const name = shown === undefined ? "" : personName(shown);
  const close = () => {
    removal.reset();
    onClose();
  };
  return (
    <Confirm
      open={person !== undefined}
      title={words.title(name)}
      question={words.question}
      action={words.action}
      busy={removal.isPending}
      done={removal.isSuccess}
      error={removal.error === null ? undefined : notSavedText(removal.error)}
      onCancel={close}
      onConfirm={() =>
        person &&
        removal.mutate(
          { id: person.id },
          {
            onSuccess: () => {
              close();
              toasts.show("success", words.done(name));
            },
          },
        )
      }
    />
  );
}
