import * as z from "zod/mini";

import { texts } from "#kernel/contract/texts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useSchemaForm } from "#web/ui/form/use-schema-form.ts";

import { AuthForm } from "./auth-form.tsx";
import type { SignInError } from "./sign-in-error.ts";

const Form = z.object({
  totp: z.string().check(z.trim(), z.minLength(1, texts.login.totpRequired)),
});

type SecondStepProps = {
  busy: boolean;
  /** Error of the last code tried. */
  failure: SignInError | undefined;
  onType?: () => void;
  onCode: (totp: string) => void;
  onBack: () => void;
};

/** Second step, shown after a valid password. */
export function SecondStep({ busy, failure, onType, onCode, onBack }: SecondStepProps) {
  const form = useSchemaForm(Form, { totp: "" });
  return (
    <AuthForm
      takesFocus
      title="Two-factor"
      lead={texts.login.totpRequired}
      failure={failure}
      action="Sign in"
      busy={busy}
      onType={onType}
      onSubmit={form.onSubmit(({ totp }) => onCode(totp))}
      after={
        <Button tone="ghost" block onClick={onBack}>
          Back
        </Button>
      }
    >
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        hint="Six digits from your app, or a recovery code."
        {...form.field("totp")}
      />
    </AuthForm>
  );
}
