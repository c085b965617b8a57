import { useMutation } from "@tanstack/react-query";

import { ForgotPasswordRequest } from "#kernel/contract/api/account.ts";
import { Said } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { links } from "#web/app/links.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineAlert, InlineDone } from "#web/ui/state.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape } from "./auth-page.tsx";
import { whyNot } from "./sign-in-error.ts";

const words = texts.forgotPassword;
const FOOT = "The link is good for one use.";

/** Says the same whether there is such an account or not; so does the server. */
export default function ForgotPasswordScreen() {
  const ask = useMutation({
    mutationFn: (json: ForgotPasswordRequest) =>
      request("/api/v1/auth/forgot-password", Said, { method: "POST", json }),
  });
  const form = useSchemaForm(ForgotPasswordRequest, { email: "" });

  return (
    <AuthPage foot={FOOT} side={<DayTape />}>
      <form
        noValidate
        className={styles.form}
        onSubmit={form.onSubmit((typed) => ask.mutate(typed))}
      >
        <h1>Forgot password</h1>
        {ask.isSuccess ? (
          <InlineDone>{words.sent}</InlineDone>
        ) : (
          <>
            <p className={styles.other}>
              Give the email of your account, and we send you a link to set a new password.
            </p>
            {ask.error !== null && (
              <InlineAlert more={whyNot(ask.error)}>{words.failed}</InlineAlert>
            )}
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              {...form.field("email")}
            />
            <Button type="submit" tone="primary" scale="form" block busy={ask.isPending}>
              Send reset link
            </Button>
          </>
        )}
        <p className={styles.other}>
          <TextLink href={links.login()}>Back to sign in</TextLink>
        </p>
      </form>
    </AuthPage>
  );
}
