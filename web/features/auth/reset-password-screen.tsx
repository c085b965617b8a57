import { useSearch } from "wouter";
import * as z from "zod/mini";

import type { ResetPasswordRequest } from "#kernel/contract/api/account.ts";
import { isRepeated, NewPassword, RepeatedPassword } from "#kernel/contract/api/auth.ts";
import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";
import { links } from "#web/links.ts";
import { NewPasswordFields } from "#web/parts/person-fields.tsx";
import { TextLink } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineDone, InlineNote } from "#web/ui/feedback/state.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { AuthForm } from "./auth-form.tsx";
import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape } from "./auth-page.tsx";
import { endSessionHere } from "./session-here.ts";
import { signInError } from "./sign-in-error.ts";

const HEADING = "Set a new password";
const FOOT = "Devices signed in with the old password are signed out.";

const NewPasswordForm = z
  .object({ password: NewPassword, confirm_password: RepeatedPassword })
  .check(isRepeated);

/** `warning` is set when the new password is allowed but weak. */
const ResetAnswer = z.extend(MessageResult, { warning: z.optional(z.string()) });

/** Opened from the reset email. The link's secret allows the change. */
export default function ResetPasswordScreen() {
  const token = new URLSearchParams(useSearch()).get("token") ?? "";
  return (
    <AuthPage foot={FOOT} side={<DayTape />}>
      {token === "" ? <NoToken /> : <ResetForm token={token} />}
    </AuthPage>
  );
}

function NoToken() {
  return (
    <div className={styles.form}>
      <h1>{HEADING}</h1>
      <InlineAlert>This link is incomplete. Open it from the email again.</InlineAlert>
      <AskAgain />
    </div>
  );
}

/** The command key lets a retry after a lost response succeed, even though the link is used up. */
function useReset() {
  return useCommand(async (json: ResetPasswordRequest, commandKey) => {
    const path = "/api/v1/auth/reset-password";
    const changed = await request(path, ResetAnswer, { method: "POST", json, commandKey });
    endSessionHere();
    return changed;
  }, []);
}

function ResetForm({ token }: { token: string }) {
  const reset = useReset();
  const form = useSchemaForm(NewPasswordForm, { password: "", confirm_password: "" });
  if (reset.isSuccess) return <Done {...reset.data} />;
  return (
    <AuthForm
      title={HEADING}
      failure={signInError(reset.error, texts.forgotPassword.failed)}
      action="Set password"
      busy={reset.isPending}
      onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }))}
      after={<AskAgain />}
    >
      <NewPasswordFields label="New password" field={form.field} />
    </AuthForm>
  );
}

function Done({ message, warning }: z.infer<typeof ResetAnswer>) {
  return (
    <div className={styles.form}>
      <h1>{HEADING}</h1>
      <InlineDone>{message}</InlineDone>
      {warning !== undefined && <InlineNote icon="info">{warning}</InlineNote>}
      <p>
        <TextLink href={links.login()}>Sign in</TextLink>
      </p>
    </div>
  );
}

function AskAgain() {
  return (
    <p className={styles.other}>
      <TextLink href={links.forgotPassword()}>Request a new link</TextLink>
    </p>
  );
}
