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
  /** What it is for, where the title does not say it. */
  lead?: string;
  /** Many fields: it starts higher, so that its button is in sight. */
  long?: boolean;
  failure: SignInError | undefined;
  /** What the one button says. */
  action: string;
  busy: boolean;
  /** It came in the place of another, whose button had the focus. */
  takesFocus?: boolean;
  /** Something is typed anew. */
  onType?: (() => void) | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
  /** Below the button: where else one may go. */
  after: ReactNode;
};

/** The one form of a page before the sign-in: what failed stands above its fields. */
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

/** The name of an account: what keeps passwords knows it by this field. */
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
