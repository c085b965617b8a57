import { useEffect, useRef } from "react";
import type { FormEvent, ReactNode } from "react";

import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { FieldOf } from "#web/ui/form/use-schema-form.ts";

import * as styles from "./auth-page.css.ts";
import type { SignInError } from "./sign-in-error.ts";

type AuthFormProps = {
  title: string;
  /** Explains the form when the title is not enough. */
  lead?: string;
  /** A form with many fields starts higher, so that its button is visible. */
  long?: boolean;
  failure: SignInError | undefined;
  /** Label of the submit button. */
  action: string;
  busy: boolean;
  /** Takes the focus, because this form replaces one whose button had it. */
  takesFocus?: boolean;
  /** Called on input. */
  onType?: (() => void) | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
  /** Links below the button. */
  after: ReactNode;
};

/** Form of a signed-out page; the error shows above its fields. */
export function AuthForm(props: AuthFormProps) {
  const { title, lead, long = false, failure, action, busy, takesFocus = false } = props;
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  return (
    <form
      ref={box}
      noValidate
      className={long ? styles.longForm : styles.form}
      onChange={props.onType}
      onSubmit={props.onSubmit}
    >
      <h1>{title}</h1>
      {lead !== undefined && <p className={styles.other}>{lead}</p>}
      {failure && <InlineAlert more={failure.more}>{failure.text}</InlineAlert>}
      {props.children}
      <Button type="submit" tone="primary" scale="form" block busy={busy}>
        {action}
      </Button>
      {props.after}
    </form>
  );
}

type AccountEmailProps = { field: FieldOf<"email"> };

/** Username field that password managers recognise. */
export function AccountEmail({ field }: AccountEmailProps) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      {...field("email")}
    />
  );
}
