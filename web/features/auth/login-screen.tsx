import { LoginForm } from "#kernel/contract/api/auth.ts";
import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/app/links.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { PasswordField, TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape } from "./auth-page.tsx";
import { SecondStep } from "./second-step.tsx";
import { signInError } from "./sign-in-error.ts";
import { useTwoSteps } from "./use-sign-in.ts";

const FOOT = "Works on any phone with a browser.";

export default function LoginScreen() {
  const steps = useTwoSteps("/auth/login.php");
  const form = useSchemaForm(LoginForm, { email: "", password: "" });
  const failure = steps.error === null ? undefined : signInError(steps.error, texts.login.failed);
  const busy = steps.signIn.isPending;
  if (steps.isSecond) {
    return (
      <AuthPage foot={FOOT} side={<DayTape />}>
        <SecondStep busy={busy} failure={failure} onCode={steps.second} onBack={steps.back} />
      </AuthPage>
    );
  }
  return (
    <AuthPage foot={FOOT} side={<DayTape />}>
      <form noValidate className={styles.form} onSubmit={form.onSubmit(steps.first)}>
        <h1>Sign in</h1>
        {failure && <InlineAlert more={failure.more}>{failure.text}</InlineAlert>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...form.field("email")}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.field("password")}
        />
        <p className={styles.forgot}>
          <TextLink href={links.forgotPassword()}>Forgot password?</TextLink>
        </p>
        <Button type="submit" tone="primary" scale="form" block busy={busy}>
          Sign in
        </Button>
        <p className={styles.other}>
          New here? <TextLink href={links.register()}>Create a business account</TextLink>
        </p>
      </form>
    </AuthPage>
  );
}
