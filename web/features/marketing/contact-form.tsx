import { useEffect, useState } from "react";

import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { RequestError } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { SUBJECT_WORDS } from "#web/format/contact-subjects.ts";
import { NameFields } from "#web/parts/person-fields.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SelectField } from "#web/ui/form/select-field.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import type { FieldOf } from "#web/ui/form/use-schema-form.ts";
import { focusPageIfLost } from "#web/ui/overlay/dialog-focus.ts";

import { ContactForm, emptyMessage } from "./contact-message.ts";
import type { TypedMessage } from "./contact-message.ts";
import * as styles from "./contact.css.ts";

const words = texts.contact;

/** Clears after the message is sent. */
export function ContactMessage() {
  const [sent, setSent] = useState(0);
  // Move the focus, because the focused button left with the form.
  useEffect(() => {
    if (sent > 0) focusPageIfLost();
  }, [sent]);
  return <MessageForm key={sent} onSent={() => setSent(sent + 1)} />;
}

function MessageForm({ onSent }: { onSent: () => void }) {
  const form = useSchemaForm(ContactForm, emptyMessage);
  const send = useCommand(
    (json: ContactForm, commandKey) =>
      request("/api/v1/contact", MessageResult, { method: "POST", json, commandKey }),
    [],
  );
  const submit = form.onSubmit((message) =>
    send.mutate(message, {
      onSuccess: () => {
        toasts.show("success", words.sent);
        onSent();
      },
      onError: () => toasts.show("error", words.failed),
    }),
  );
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <Inputs field={form.field} />
      {send.error !== null && (
        <InlineAlert more={serverMessage(send.error)}>{words.failed}</InlineAlert>
      )}
      <Button type="submit" tone="primary" scale="form" block busy={send.isPending}>
        Send message
      </Button>
    </form>
  );
}

const serverMessage = (error: Error): string | undefined =>
  error instanceof RequestError ? error.serverMessage : undefined;

type InputsProps = { field: FieldOf<keyof TypedMessage> };

function Inputs({ field }: InputsProps) {
  return (
    <>
      <NameFields field={field} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        {...field("email")}
      />
      <TextField optional label="Company" autoComplete="organization" {...field("company")} />
      <SelectField label="Subject" {...field("subject")}>
        <option value="">Select a subject</option>
        {Object.entries(SUBJECT_WORDS).map(([subject, word]) => (
          <option key={subject} value={subject}>
            {word}
          </option>
        ))}
      </SelectField>
      <TextAreaField label="Message" rows={5} {...field("message")} />
    </>
  );
}
