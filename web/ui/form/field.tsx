import { useId, type ReactNode } from "react";

import { Icon } from "#web/ui/icon/icon.tsx";

import * as styles from "./field.css.ts";

/** The attributes that connect a control with its label, hint and error. */
export type FieldWiring = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

export type FieldFrame = {
  label: string;
  optional?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
};

type FieldProps = FieldFrame & { children: (wiring: FieldWiring) => ReactNode };

export function Field({ label, optional = false, hint, error, children }: FieldProps) {
  const id = useId();
  const shown = error ?? hint;
  const noteId = shown === undefined ? undefined : `${id}-note`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label} {optional && <span className={styles.optional}>(optional)</span>}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": noteId,
      })}
      {error === undefined ? (
        hint !== undefined && (
          <p className={styles.hint} id={noteId}>
            {hint}
          </p>
        )
      ) : (
        <p className={styles.error} id={noteId}>
          <Icon name="alert" size="small" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Two short fields side by side. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.two}>{children}</div>;
}

/** A note about several fields. */
export function Hint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}
