import { LoginRequest } from "#kernel/contract/api/auth.ts";
import { links } from "#web/app/links.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { PasswordField, TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import * as styles from "./auth-page.css.ts";
import { AuthPage } from "./auth-page.tsx";
import { superAdminError } from "./sign-in-error.ts";
import { useSignIn } from "./use-sign-in.ts";

const NOTICE = "All activity is logged and monitored.";

export default function SuperAdminLoginScreen() {
  const signIn = useSignIn("/auth/super-admin-login.php");
  const form = useSchemaForm(LoginRequest, { email: "", password: "" });
  const { errors } = form.formState;
  const failure = signIn.error === null ? undefined : superAdminError(signIn.error);
  const clearError = { onChange: () => signIn.reset() };

  return (
    <AuthPage foot={NOTICE} side={<p className={styles.say}>The platform side.</p>}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => void form.handleSubmit((values) => signIn.mutate(values))(event)}
      >
        <h1>Super admin</h1>
        {failure && <InlineAlert>{failure.text}</InlineAlert>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          error={errors.email?.message}
          {...form.register("email", clearError)}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password", clearError)}
        />
        <Button type="submit" tone="primary" scale="form" block busy={signIn.isPending}>
          Sign in
        </Button>
        <p className={styles.other}>
          <TextLink href={links.login()}>Back to business sign in</TextLink>
        </p>
      </form>
    </AuthPage>
  );
}
