import { useId } from "react";
import type { ReactNode } from "react";

import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";

import * as styles from "./form-section.css.ts";

type FormSectionProps = {
  title: string;
  hint?: ReactNode;
  /** `fields`: two columns; `stack`: one column. */
  kind?: "fields" | "stack";
  children: ReactNode;
};

/** A section of a long form. On wide screens its title and hint are beside the fields. */
export function FormSection({ title, hint, kind = "fields", children }: FormSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
      <div className={kind === "fields" ? styles.fields : styles.stack}>{children}</div>
    </section>
  );
}

/** Spans both columns. */
export function Span({ children }: { children: ReactNode }) {
  return <div className={styles.span}>{children}</div>;
}

type FormSaveProps = {
  action?: string;
  busy: boolean;
  /** The reason why it was not saved. */
  problem: string | undefined;
};

/** The save button of a long form, with the error above it. */
export function FormSave({ action = "Save changes", busy, problem }: FormSaveProps) {
  return (
    <div className={styles.save}>
      {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
      <Button type="submit" tone="primary" scale="form" busy={busy}>
        {action}
      </Button>
    </div>
  );
}
