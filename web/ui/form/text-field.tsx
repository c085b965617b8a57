import { useState } from "react";
import type { ComponentProps } from "react";

import { IconButton } from "#web/ui/button/button.tsx";

import * as styles from "./field.css.ts";
import { Field } from "./field.tsx";
import type { FieldFrame } from "./field.tsx";

type InputProps = Omit<ComponentProps<"input">, "className" | "style" | "id">;

/** `unit` is shown at the end of the field. */
type TextFieldProps = InputProps & FieldFrame & { unit?: string };

export function TextField({ label, optional, hint, error, unit, ...input }: TextFieldProps) {
  return (
    <Field label={label} optional={optional} hint={hint} error={error}>
      {(wiring) =>
        unit === undefined ? (
          <input {...input} {...wiring} className={styles.control({})} />
        ) : (
          <span className={styles.affix}>
            <input {...input} {...wiring} className={styles.control({ after: true })} />
            <span className={styles.unit} aria-hidden>
              {unit}
            </span>
          </span>
        )
      }
    </Field>
  );
}

type TextAreaFieldProps = Omit<ComponentProps<"textarea">, "className" | "style" | "id"> &
  FieldFrame;

export function TextAreaField({ label, optional, hint, error, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} optional={optional} hint={hint} error={error}>
      {(wiring) => <textarea {...area} {...wiring} className={styles.control({ kind: "area" })} />}
    </Field>
  );
}

/** Showing the password keeps the focus and the caret position. */
export function PasswordField({ label, hint, error, ...input }: InputProps & FieldFrame) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <span className={styles.affix}>
          <input
            {...input}
            {...wiring}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={styles.control({ after: true })}
          />
          <span className={styles.trail}>
            <IconButton
              icon={shown ? "eyeOff" : "eye"}
              label="Show password"
              aria-pressed={shown}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setShown(!shown)}
            />
          </span>
        </span>
      )}
    </Field>
  );
}

type AmountProps = InputProps & { inRow?: boolean; symbol?: string };

/** An amount or a count: right-aligned, and selected on focus. */
export function AmountField({ label, optional, hint, error, ...amount }: AmountProps & FieldFrame) {
  return (
    <Field label={label} optional={optional} hint={hint} error={error}>
      {(wiring) => <Amount {...amount} {...wiring} />}
    </Field>
  );
}

/** The same without a visible label, for a row that names it. */
export function AmountInput({ label, ...amount }: AmountProps & { label: string }) {
  return <Amount {...amount} inRow aria-label={label} />;
}

function Amount({ inRow, symbol, onFocus, ...input }: AmountProps & { id?: string }) {
  return (
    <span className={styles.affix}>
      {symbol !== undefined && (
        <span className={styles.currency} aria-hidden>
          {symbol}
        </span>
      )}
      <input
        {...input}
        autoComplete="off"
        className={styles.control({
          kind: "amount",
          before: symbol === undefined ? "none" : "currency",
          inRow,
        })}
        onFocus={(event) => {
          event.currentTarget.select();
          onFocus?.(event);
        }}
      />
    </span>
  );
}
