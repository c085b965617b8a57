import type { ChangeEvent } from "react";

import { LoginForm } from "#kernel/contract/api/auth.ts";
import { links } from "#web/app/links.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { PasswordField, TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import * as styles from "./auth-page.css.ts";
import { AuthPage } from "./auth-page.tsx";
import { SecondStep } from "./second-step.tsx";
import { superAdminError } from "./sign-in-error.ts";
import { useTwoSteps } from "./use-sign-in.ts";

const NOTICE = "All activity is logged and monitored.";

export default function SuperAdminLoginScreen() {
  const steps = useTwoSteps("/auth/super-admin-login.php");
  const form = useSchemaForm(LoginForm, { email: "", password: "" });
  const failure = steps.error === null ? undefined : superAdminError(steps.error);
  const busy = steps.signIn.isPending;
  // The error goes as soon as one types.
  const field = (name: "email" | "password") => {
    const { onChange, ...rest } = form.field(name);
    return {
      ...rest,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        steps.signIn.reset();
        onChange(event);
      },
    };
  };

  const side = <p className={styles.say}>The platform side.</p>;
  if (steps.isSecond) {
    return (
      <AuthPage foot={NOTICE} side={side}>
        <SecondStep busy={busy} failure={failure} onCode={steps.second} onBack={steps.back} />
      </AuthPage>
    );
  }
  return (
    <AuthPage foot={NOTICE} side={side}>
      <form noValidate className={styles.form} onSubmit={form.onSubmit(steps.first)}>
        <h1>Super admin</h1>
        {failure && <InlineAlert>{failure.text}</InlineAlert>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...field("email")}
        />
        <PasswordField label="Password" autoComplete="current-password" {...field("password")} />
        <Button type="submit" tone="primary" scale="form" block busy={busy}>
          Sign in
        </Button>
        <p className={styles.other}>
          <TextLink href={links.login()}>Back to business sign in</TextLink>
        </p>
      </form>
    </AuthPage>
  );
}
