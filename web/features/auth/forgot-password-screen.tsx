import { ForgotPasswordRequest } from "#kernel/contract/api/account.ts";
import { MessageResult } from "#kernel/contract/api/envelope.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";
import { links } from "#web/links.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { InlineDone } from "#web/ui/feedback/state.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { AccountEmail, AuthForm } from "./auth-form.tsx";
import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape } from "./auth-page.tsx";
import { failedWith } from "./sign-in-error.ts";

const words = texts.forgotPassword;
const HEADING = "Forgot password";

/** Gives the same answer whether or not the account exists, as the server does. */
export default function ForgotPasswordScreen() {
  const ask = useCommand(
    (json: ForgotPasswordRequest, commandKey) =>
      request("/api/v1/auth/forgot-password", MessageResult, { method: "POST", json, commandKey }),
    [],
  );
  const form = useSchemaForm(ForgotPasswordRequest, { email: "" });

  return (
    <AuthPage foot="The link works once." side={<DayTape />}>
      {ask.isSuccess ? (
        <div className={styles.form}>
          <h1>{HEADING}</h1>
          <InlineDone>{words.sent}</InlineDone>
          <BackToSignIn />
        </div>
      ) : (
        <AuthForm
          title={HEADING}
          lead="Enter your email and we'll send a reset link."
          failure={failedWith(ask.error, words.failed)}
          action="Send reset link"
          busy={ask.isPending}
          onSubmit={form.onSubmit((typed) => ask.mutate(typed))}
          after={<BackToSignIn />}
        >
          <AccountEmail field={form.field} />
        </AuthForm>
      )}
    </AuthPage>
  );
}

function BackToSignIn() {
  return (
    <p className={styles.other}>
      <TextLink href={links.login()}>Back to sign in</TextLink>
    </p>
  );
}
