import { useState } from "react";
import * as z from "zod/mini";

import { EmailInput } from "#kernel/contract/api/auth.ts";
import type { InviteStaffRequest } from "#kernel/contract/api/staff.ts";
import { Role } from "#kernel/contract/rights.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { Segments } from "#web/ui/form/choice.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { FormDialog, useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import type { Invitation } from "./invitation-link.tsx";
import { InviteByName, type InviteFormProps } from "./invite-by-name.tsx";
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
      {(parts) => <Invite {...parts} onInvited={onInvited} />}
    </FormDialog>
  );
}

const WAYS = [
  { value: "email", label: "With email", icon: "mail" },
  { value: "name", label: "No email", icon: "phone" },
] as const;

/** What was typed for one way is gone with the other. */
function Invite(props: Omit<InviteFormProps, "choice">) {
  const [way, setWay] = useState<(typeof WAYS)[number]["value"]>("email");
  const WayForm = way === "email" ? InviteByEmail : InviteByName;
  const choice = <Segments legend="How they join" options={WAYS} value={way} onChange={setWay} />;
  return <WayForm {...props} choice={choice} />;
}

function InviteByEmail({ choice, onDirty, requestClose, leave, onInvited }: InviteFormProps) {
  const form = useSchemaForm(Form, EMPTY);
  const invite = useInvite();
  useReportDirty(form.dirty, onDirty);
  const role = form.field("role");
  const submit = form.onSubmit((typed) =>
    invite.mutate(toRequest(typed), {
      onSuccess: ({ data: { id, link } }) => {
        leave();
        onInvited(id, { email: typed.email, name: typed.email, link });
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
      {choice}
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
