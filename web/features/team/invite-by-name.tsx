import type { ReactNode } from "react";
import * as z from "zod/mini";

import { text } from "#kernel/contract/api/fields.ts";
import type { InviteStaffRequest } from "#kernel/contract/api/staff.ts";
import { ROLE_WITHOUT_EMAIL } from "#kernel/contract/rights.ts";
import { texts } from "#kernel/contract/texts.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { FieldPair } from "#web/ui/form/field.tsx";
import { SaveForm } from "#web/ui/form/save-form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import { type FormDialogParts, useReportDirty } from "#web/ui/overlay/form-dialog.tsx";

import type { Invitation } from "./invitation-link.tsx";
import { useInvite } from "./use-staff-commands.ts";

const optional = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `Must have at most ${max} characters`));

const Form = z.object({
  first_name: text(200, texts.registration.firstNameRequired),
  last_name: optional(200),
  phone: optional(50),
});
const EMPTY = { first_name: "", last_name: "", phone: "" };

/** `choice`: between this form and the one with an email. */
export type InviteFormProps = FormDialogParts & {
  choice: ReactNode;
  onInvited: (id: string, invitation: Invitation) => void;
};

/** For a person without an email, who joins by choosing a PIN. */
export function InviteByName({ choice, onDirty, requestClose, leave, onInvited }: InviteFormProps) {
  const form = useSchemaForm(Form, EMPTY);
  const invite = useInvite();
  useReportDirty(form.dirty, onDirty);
  const submit = form.onSubmit((typed) => {
    const { first_name: first, last_name: last, phone } = typed;
    invite.mutate(toRequest(typed), {
      onSuccess: ({ data: { id, link } }) => {
        leave();
        onInvited(id, { email: "", name: `${first} ${last}`.trim(), phone, link });
      },
    });
  });
  return (
    <SaveForm
      action="Create invitation"
      busy={invite.isPending}
      problem={invite.error === null ? undefined : notSavedText(invite.error)}
      onSubmit={submit}
      onCancel={requestClose}
    >
      {choice}
      <p>
        They join as a cashier and unlock the till with a PIN. Other roles need an email, because
        they sign in with a password.
      </p>
      <FieldPair>
        <TextField label="First name" autoComplete="off" {...form.field("first_name")} />
        <TextField optional label="Last name" autoComplete="off" {...form.field("last_name")} />
      </FieldPair>
      <TextField
        optional
        label="Phone"
        type="tel"
        autoComplete="off"
        hint="To send the link on WhatsApp."
        {...form.field("phone")}
      />
    </SaveForm>
  );
}

type Typed = z.output<typeof Form>;

const toRequest = ({ first_name, last_name, phone }: Typed): InviteStaffRequest => ({
  first_name,
  ...(last_name !== "" && { last_name }),
  ...(phone !== "" && { phone }),
  role: ROLE_WITHOUT_EMAIL,
});
