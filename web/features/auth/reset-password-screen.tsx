import { useMutation } from "@tanstack/react-query";
import { useSearch } from "wouter";
import * as z from "zod/mini";

import type { ResetPasswordRequest } from "#kernel/contract/api/account.ts";
import { NewPassword } from "#kernel/contract/api/auth.ts";
import { Said } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { session } from "#web/api/session.ts";
import { links } from "#web/app/links.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineAlert, InlineDone } from "#web/ui/state.tsx";
import { PasswordField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape } from "./auth-page.tsx";
import { isRepeated, RepeatedPassword } from "./repeated-password.ts";
import { signInError } from "./sign-in-error.ts";

const FOOT = "Whoever is signed in with the old password is signed out.";

const NewPasswordForm = z
  .object({ password: NewPassword, confirm_password: RepeatedPassword })
  .check(isRepeated);

/** Where the mailed link leads. It carries the secret that allows the change. */
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
      <h1>Set a new password</h1>
      <InlineAlert>The link is not complete. Open it from the mail once more.</InlineAlert>
      <AskAgain />
    </div>
  );
}

function ResetForm({ token }: { token: string }) {
  const reset = useMutation({
    mutationFn: (json: ResetPasswordRequest) =>
      request("/api/v1/auth/reset-password", Said, { method: "POST", json }),
    // The server ended every session of this person; one of them may be kept here.
    onSuccess: () => session.end(),
  });
  const form = useSchemaForm(NewPasswordForm, { password: "", confirm_password: "" });
  const failed = texts.forgotPassword.failed;
  const failure = reset.error === null ? undefined : signInError(reset.error, failed);

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }))}
    >
      <h1>Set a new password</h1>
      {reset.isSuccess ? (
        <Changed text={reset.data.message} />
      ) : (
        <>
          {failure && <InlineAlert more={failure.more}>{failure.text}</InlineAlert>}
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint="At least 8 characters."
            {...form.field("password")}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...form.field("confirm_password")}
          />
          <Button type="submit" tone="primary" scale="form" block busy={reset.isPending}>
            Set password
          </Button>
          <AskAgain />
        </>
      )}
    </form>
  );
}

function Changed({ text }: { text: string }) {
  return (
    <>
      <InlineDone>{text}</InlineDone>
      <p>
        <TextLink href={links.login()}>Sign in</TextLink>
      </p>
    </>
  );
}

function AskAgain() {
  return (
    <p className={styles.other}>
      <TextLink href={links.forgotPassword()}>Ask for another link</TextLink>
    </p>
  );
}
