import type { ComponentProps } from "react";

import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

import * as styles from "./field.css.ts";
import { Field } from "./field.tsx";
import type { FieldFrame } from "./field.tsx";

type SelectProps = Omit<ComponentProps<"select">, "className" | "style" | "id">;

/** The device's own picker: better on phones than anything drawn, and free. */
export function SelectField({ label, hint, error, ...select }: SelectProps & FieldFrame) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <select {...select} {...wiring} className={styles.control({ kind: "select" })} />
      )}
    </Field>
  );
}

/** Beside a page's title, with its label for ears only. */
export function ToolSelect({ label, ...select }: SelectProps & { label: string }) {
  return (
    <label>
      <VisuallyHidden>{label}</VisuallyHidden>
      <select {...select} className={styles.control({ kind: "toolSelect" })} />
    </label>
  );
}
