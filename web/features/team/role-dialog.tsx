import { useState, type FormEvent } from "react";

import type { StaffItem } from "#kernel/contract/api/staff.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

import { RoleField } from "./role-field.tsx";
import { personName } from "./staff-query.ts";
import { useChangeRole } from "./use-staff-commands.ts";

type RoleDialogProps = {
  person: StaffItem | undefined;
  onClose: () => void;
  onChanged: (id: string) => void;
};

export function RoleDialog({ person, onClose, onChanged }: RoleDialogProps) {
  const shown = useLasting(person);
  return (
    <Dialog
      open={person !== undefined}
      title={shown === undefined ? "" : `Role of ${personName(shown)}`}
      onClose={onClose}
    >
      {shown && <RoleForm key={shown.id} person={shown} onClose={onClose} onChanged={onChanged} />}
    </Dialog>
  );
}

function RoleForm({ person, onClose, onChanged }: RoleDialogProps & { person: StaffItem }) {
  const [role, setRole] = useState(person.role);
  const change = useChangeRole();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (role === person.role) return onClose();
    change.mutate(
      { id: person.id, role },
      {
        onSuccess: ({ message }) => {
          onClose();
          toasts.show("success", message);
          onChanged(person.id);
        },
      },
    );
  };
  return (
    <SaveForm
      action="Change role"
      busy={change.isPending}
      problem={change.error === null ? undefined : notSavedText(change.error)}
      onSubmit={submit}
      onCancel={onClose}
    >
      {person.status === "active" && <p>They will be signed out now and must sign in again.</p>}
      <RoleField
        name="role"
        value={role}
        error={undefined}
        onChange={(event) => setRole(event.currentTarget.value)}
      />
    </SaveForm>
  );
}
