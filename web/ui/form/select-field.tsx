import type { ComponentProps } from "react";

import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./field.css.ts";
import { Field } from "./field.tsx";
import type { FieldFrame } from "./field.tsx";

type SelectProps = Omit<ComponentProps<"select">, "className" | "style" | "id">;

/** The native picker: best on phones, and it needs no code. */
export function SelectField({ label, hint, error, ...select }: SelectProps & FieldFrame) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <select {...select} {...wiring} className={styles.control({ kind: "select" })} />
      )}
    </Field>
  );
}

/** For the head of a page; the label is only for screen readers. */
export function ToolSelect({ label, ...select }: SelectProps & { label: string }) {
  return (
    <label>
      <VisuallyHidden>{label}</VisuallyHidden>
      <select {...select} className={styles.control({ kind: "toolSelect" })} />
    </label>
  );
}
