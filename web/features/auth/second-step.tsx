import { useEffect, useRef } from "react";
import * as z from "zod/mini";

import { texts } from "#kernel/contract/texts.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineAlert } from "#web/ui/state.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useSchemaForm } from "#web/ui/use-schema-form.ts";

import * as styles from "./auth-page.css.ts";
import type { SignInError } from "./sign-in-error.ts";

const Form = z.object({
  totp: z.string().check(z.trim(), z.minLength(1, texts.login.totpRequired)),
});

type SecondStepProps = {
  busy: boolean;
  /** Of a code that was tried. */
  failure: SignInError | undefined;
  onCode: (totp: string) => void;
  onBack: () => void;
};

/** After a right password, where the account asks for more than that. */
export function SecondStep({ busy, failure, onCode, onBack }: SecondStepProps) {
  const form = useSchemaForm(Form, { totp: "" });
  const box = useRef<HTMLFormElement>(null);
  // The button that had the focus went with the first step.
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  return (
    <form
      ref={box}
      noValidate
      className={styles.form}
      onSubmit={form.onSubmit(({ totp }) => onCode(totp))}
    >
      <h1>Two-factor</h1>
      <p className={styles.other}>{texts.login.totpRequired}</p>
      {failure && <InlineAlert more={failure.more}>{failure.text}</InlineAlert>}
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        hint="Six digits. Without your phone, one of your recovery codes."
        {...form.field("totp")}
      />
      <Button type="submit" tone="primary" scale="form" block busy={busy}>
        Sign in
      </Button>
      <Button tone="ghost" block onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
