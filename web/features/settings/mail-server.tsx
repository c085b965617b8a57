import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { FieldPair } from "#web/ui/form/field.tsx";
import { PasswordField, TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";
import type { FormDialogParts } from "#web/ui/overlay/form-dialog.tsx";

import { ConnectForm } from "./connect-form.tsx";
import { EMPTY, MailServerForm, toConnection } from "./mail-server-form.ts";
import { asTyped, ProviderSection } from "./provider-section.tsx";

type MailServerProps = { provider: BusinessSettings["email_provider"] };

export function MailServer({ provider }: MailServerProps) {
  return (
    <ProviderSection
      provider="smtp"
      isConnected={provider === "smtp"}
      title="Your own mail server"
      hint="Your shop's emails go out through it. Without one they go out through ours."
      action="Connect email"
      question="Your shop's emails will go out through our mail server again."
    >
      {(parts) => <SmtpForm {...parts} />}
    </ProviderSection>
  );
}

function SmtpForm(parts: FormDialogParts) {
  const form = useSchemaForm(MailServerForm, EMPTY);
  return (
    <ConnectForm
      {...parts}
      dirty={form.dirty}
      intro="We sign in once to check that it works. Your details are stored encrypted. You won't see them again."
      onSubmit={(connect) =>
        form.onSubmit((typed) => connect({ provider: "smtp", json: toConnection(typed) }))
      }
    >
      <FieldPair>
        <TextField
          label="Mail server"
          {...asTyped}
          placeholder="mail.example"
          {...form.field("host")}
        />
        <TextField
          label="Port"
          inputMode="numeric"
          autoComplete="off"
          hint="465 for TLS, else 587."
          {...form.field("port")}
        />
      </FieldPair>
      <TextField optional label="User" {...asTyped} {...form.field("user")} />
      <PasswordField label="Password" autoComplete="off" {...form.field("password")} />
    </ConnectForm>
  );
}
