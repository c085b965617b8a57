import { RegisterForm } from "#kernel/contract/api/auth.ts";
import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/app/links.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldPair } from "#web/ui/field.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { PasswordField, TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape } from "./auth-page.tsx";
import { signInError } from "./sign-in-error.ts";
import { useSignIn } from "./use-sign-in.ts";

const EMPTY: RegisterForm = {
  business_name: "",
  first_name: "",
  last_name: "",
  email: "",
  password: "",
  confirm_password: "",
};

export default function RegisterScreen() {
  const register = useSignIn("/auth/register.php");
  const form = useSchemaForm(RegisterForm, EMPTY);
  const failed = texts.registration.failed;
  const failure = register.error === null ? undefined : signInError(register.error, failed);
  const submit = form.onSubmit(({ confirm_password: _repeated, ...account }) =>
    register.mutate(account),
  );

  return (
    <AuthPage foot="Works on any phone with a browser." side={<DayTape />}>
      <form noValidate className={styles.longForm} onSubmit={submit}>
        <h1>Create a business account</h1>
        {failure && <InlineAlert more={failure.more}>{failure.text}</InlineAlert>}
        <RegisterFields field={form.field} />
        <Button type="submit" tone="primary" scale="form" block busy={register.isPending}>
          Create account
        </Button>
        <p className={styles.other}>
          Already have an account? <TextLink href={links.login()}>Sign in</TextLink>
        </p>
      </form>
    </AuthPage>
  );
}

type RegisterFieldsProps = {
  field: ReturnType<typeof useSchemaForm<RegisterForm, RegisterForm>>["field"];
};

function RegisterFields({ field }: RegisterFieldsProps) {
  return (
    <>
      <TextField label="Business name" autoComplete="organization" {...field("business_name")} />
      <FieldPair>
        <TextField label="First name" autoComplete="given-name" {...field("first_name")} />
        <TextField label="Last name" autoComplete="family-name" {...field("last_name")} />
      </FieldPair>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...field("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters."
        {...field("password")}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...field("confirm_password")}
      />
    </>
  );
}
