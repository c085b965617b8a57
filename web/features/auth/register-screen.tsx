import { RegisterForm, SignInResult, type RegisterRequest } from "#kernel/contract/api/auth.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";
import { links } from "#web/links.ts";
import { NameFields, NewPasswordFields } from "#web/parts/person-fields.tsx";
import { TextLink } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { AccountEmail, AuthForm } from "./auth-form.tsx";
import * as styles from "./auth-page.css.ts";
import { AuthPage, DayTape, WORKS_ANYWHERE } from "./auth-page.tsx";
import { startSession } from "./session-here.ts";
import { signInError } from "./sign-in-error.ts";

/**
 * A retry after a lost response registers once and signs in to the tenant created by the first
 * try.
 */
export const useRegister = () =>
  useCommand(async (json: RegisterRequest, commandKey) => {
    const method = "POST";
    startSession(await request("/auth/register.php", SignInResult, { method, json, commandKey }));
  }, []);

const EMPTY: RegisterForm = {
  business_name: "",
  first_name: "",
  last_name: "",
  email: "",
  password: "",
  confirm_password: "",
};

export default function RegisterScreen() {
  const register = useRegister();
  const form = useSchemaForm(RegisterForm, EMPTY);
  const { field } = form;
  const submit = form.onSubmit(({ confirm_password: _repeated, ...account }) =>
    register.mutate(account),
  );

  return (
    <AuthPage foot={WORKS_ANYWHERE} side={<DayTape />}>
      <AuthForm
        long
        title="Create a business account"
        failure={signInError(register.error, texts.registration.failed)}
        action="Create account"
        busy={register.isPending}
        onSubmit={submit}
        after={
          <p className={styles.other}>
            Already have an account? <TextLink href={links.login()}>Sign in</TextLink>
          </p>
        }
      >
        <TextField label="Business name" autoComplete="organization" {...field("business_name")} />
        <NameFields field={field} />
        <AccountEmail field={field} />
        <NewPasswordFields field={field} businessName={field("business_name").value} />
      </AuthForm>
    </AuthPage>
  );
}
