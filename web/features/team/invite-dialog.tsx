import * as z from "zod/mini";

import { EmailInput } from "#kernel/contract/api/auth.ts";
import type { InviteStaffRequest } from "#kernel/contract/api/staff.ts";
import { Role } from "#kernel/contract/rights.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { FormDialog, useReportDirty } from "#web/ui/overlay/form-dialog.tsx";
import type { FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";

import type { Invitation } from "./invitation-link.tsx";
import { RoleField } from "./role-field.tsx";
import { useInvite } from "./use-staff-commands.ts";

const TextInput = z.string();
const Form = z.object({
  email: EmailInput,
  role: z.pipe(TextInput, z.enum(Role.options)),
  ends_on: TextInput,
});
const EMPTY = { email: "", role: "cashier", ends_on: "" };

type InviteDialogProps = {
  open: boolean;
  onClose: () => void;
  onInvited: (id: string, invitation: Invitation) => void;
};

export function InviteDialog({ open, onClose, onInvited }: InviteDialogProps) {
  return (
    <FormDialog open={open} title="Invite to the team" onClose={onClose}>
      {(parts) => <InviteForm {...parts} onInvited={onInvited} />}
    </FormDialog>
  );
}

type InviteFormProps = FormDialogParts & Pick<InviteDialogProps, "onInvited">;

function InviteForm({ onDirty, requestClose, leave, onInvited }: InviteFormProps) {
  const form = useSchemaForm(Form, EMPTY);
  const invite = useInvite();
  useReportDirty(form.dirty, onDirty);
  const role = form.field("role");
  const submit = form.onSubmit((typed) =>
    invite.mutate(toRequest(typed), {
      onSuccess: ({ data: { id, link } }) => {
        leave();
        onInvited(id, { email: typed.email, link });
      },
    }),
  );
  return (
    <SaveForm
      action="Send invitation"
      busy={invite.isPending}
      problem={invite.error === null ? undefined : notSavedText(invite.error)}
      onSubmit={submit}
      onCancel={requestClose}
    >
      <p>We'll email a link that works for 7 days.</p>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        {...form.field("email")}
      />
      <RoleField {...role} />
      {role.value === "auditor" && (
        <TextField
          optional
          label="Last day"
          type="date"
          hint="Access ends after this day."
          {...form.field("ends_on")}
        />
      )}
    </SaveForm>
  );
}

/** Only auditors have a last day. */
function toRequest({ email, role, ends_on: day }: z.output<typeof Form>): InviteStaffRequest {
  return role === "auditor" && day !== "" ? { email, role, ends_on: day } : { email, role };
}
