import { useEffect } from "react";
import { useLocation } from "wouter";

import { LoginForm } from "#kernel/contract/api/auth.ts";
import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/links.ts";
import { session } from "#web/state/session.ts";
import { useSession } from "#web/state/use-session.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { AccountEmail, AuthForm } from "./auth-form.tsx";
import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape, WORKS_ANYWHERE } from "./auth-page.tsx";
import { SecondStep } from "./second-step.tsx";
import { signInError } from "./sign-in-error.ts";
import { useSignIn } from "./use-sign-in.ts";

export default function LoginScreen() {
  useLostLock();
  const signIn = useSignIn("/auth/login.php");
  // After a PIN the person is known, and only the password is missing.
  const email = useSession()?.user.email ?? "";
  const form = useSchemaForm(LoginForm, { email, password: "" });
  const failure = signInError(signIn.error, texts.login.failed);
  return (
    <AuthPage foot={WORKS_ANYWHERE} side={<DayTape />}>
      {signIn.isSecond ? (
        <SecondStep
          busy={signIn.busy}
          failure={failure}
          onCode={signIn.second}
          onBack={signIn.back}
        />
      ) : (
        <AuthForm
          title="Sign in"
          failure={failure}
          action="Sign in"
          busy={signIn.busy}
          takesFocus={signIn.isBack}
          onSubmit={form.onSubmit(signIn.first)}
          after={
            <p className={styles.other}>
              New here? <TextLink href={links.register()}>Create a business account</TextLink>
            </p>
          }
        >
          <AccountEmail field={form.field} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.field("password")}
          />
          <p className={styles.forgot}>
            <TextLink href={links.forgotPassword()}>Forgot password?</TextLink>
          </p>
        </AuthForm>
      )}
    </AuthPage>
  );
}

/** If the browser died before it had stored the session of a till, goes back to the till's lock. */
function useLostLock(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (session.get() !== undefined) return;
    const find = async () => {
      if ((await indexedDB.databases()).length === 0) return;
      const { restoreLock } = await import("#web/till/open-till.ts");
      if (await restoreLock(session)) navigate(links.sell(), { replace: true });
    };
    find().catch(() => undefined);
  }, [navigate]);
}
