import { LoginForm } from "#kernel/contract/api/auth.ts";
import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/links.ts";
import { TextLink } from "#web/ui/button/button.tsx";
import { PasswordField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { AccountEmail, AuthForm } from "./auth-form.tsx";
import * as styles from "./auth-page.css.ts";
import { AuthPage } from "./auth-page.tsx";
import { SecondStep } from "./second-step.tsx";
import { superAdminError } from "./sign-in-error.ts";
import { useSignIn } from "./use-sign-in.ts";

const NOTICE = `${texts.platform.logged}.`;

export default function SuperAdminLoginScreen() {
  const signIn = useSignIn("/auth/super-admin-login.php");
  const form = useSchemaForm(LoginForm, { email: "", password: "" });
  const failure = superAdminError(signIn.error);
  return (
    <AuthPage foot={NOTICE} side={<p className={styles.say}>The platform side.</p>}>
      {signIn.isSecond ? (
        <SecondStep
          busy={signIn.busy}
          failure={failure}
          onType={signIn.clearError}
          onCode={signIn.second}
          onBack={signIn.back}
        />
      ) : (
        <AuthForm
          title="Super admin"
          failure={failure}
          action="Sign in"
          busy={signIn.busy}
          takesFocus={signIn.isBack}
          onType={signIn.clearError}
          onSubmit={form.onSubmit(signIn.first)}
          after={
            <p className={styles.other}>
              <TextLink href={links.login()}>Back to business sign in</TextLink>
            </p>
          }
        >
          <AccountEmail field={form.field} />
          <PasswordField
            label="Password"
            autoComplete="current-password"
            {...form.field("password")}
          />
        </AuthForm>
      )}
    </AuthPage>
  );
}
