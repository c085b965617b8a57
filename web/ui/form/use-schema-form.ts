import { useState, type FormEvent } from "react";
import type * as z from "zod/mini";

import { focusFirstInvalid } from "./focus-first-invalid.ts";

type Errors = ReadonlyMap<string, string>;
/** The event of an input, or a value from elsewhere. */
type Changed = Readonly<{ currentTarget: Readonly<{ value: string }> }>;

type Submission = Pick<FormEvent<HTMLFormElement>, "preventDefault" | "currentTarget">;

/** The props of the control for a field. */
export type FieldOf<Name extends string> = (name: Name) => {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: Changed) => void;
};

export const NO_ERRORS: Errors = new Map();

/**
 * A form of text fields with the rules and texts of a schema. Errors appear only after the first
 * submit, and each disappears as soon as it is corrected. The first invalid field gets the focus.
 */
export function useSchemaForm<Typed extends Record<string, string>, Output>(
  schema: z.ZodMiniType<Output, Typed>,
  initial: Typed,
) {
  const [first] = useState(initial);
  const [values, setValues] = useState(first);
  const [tried, setTried] = useState(false);
  const errors = tried ? errorsOf(schema, values) : NO_ERRORS;

  const field: FieldOf<keyof Typed & string> = (name) => ({
    name,
    value: values[name] ?? "",
    error: errors.get(name),
    onChange: (event) => setValues({ ...values, [name]: event.currentTarget.value }),
  });
  const onSubmit = (onValid: (output: Output) => void) => (event: Submission) => {
    event.preventDefault();
    setTried(true);
    const parsed = schema.safeParse(values);
    if (parsed.success) onValid(parsed.data);
    else focusFirstInvalid(event.currentTarget);
  };
  const dirty = Object.entries(first).some(([name, value]) => values[name] !== value);
  return { field, onSubmit, dirty };
}

/** The first error of each field. */
export function errorsOf(schema: z.ZodMiniType, values: Record<string, unknown>): Errors {
  const errors = new Map<string, string>();
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const name = String(path[0]);
    if (!errors.has(name)) errors.set(name, message);
  }
  return errors;
}
