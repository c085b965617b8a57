import { useState, type ChangeEvent, type FormEvent } from "react";
import type * as z from "zod/mini";

import { focusFirstInvalid } from "./focus-first-invalid.ts";
import { errorsOf, NO_ERRORS } from "./use-schema-form.ts";

type Value = string | boolean;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * A form for data that others may change meanwhile. Untouched fields follow the saved values;
 * touched ones stay until they are saved or discarded. Only changed fields are sent. If none
 * changed, all are sent, so that the server decides.
 */
export function useLiveForm<Typed extends Record<string, Value>, Output>(
  schema: z.ZodMiniType<Output, Typed>,
  saved: Typed,
) {
  const [touched, setTouched] = useState<Partial<Record<string, Value>>>({});
  const [tried, setTried] = useState(false);
  const values: Typed = { ...saved, ...touched };
  const changes = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => saved[name] !== value),
  );
  const dirty = Object.keys(changes).length > 0;
  const errors = tried ? errorsOf(schema, values) : NO_ERRORS;
  const set = (name: string, value: Value) => setTouched((now) => ({ ...now, [name]: value }));

  const field = (name: keyof Typed & string) => ({
    name,
    value: String(values[name] ?? ""),
    error: errors.get(name),
    onChange: (event: ChangeEvent<Control>) => set(name, event.currentTarget.value),
  });
  /** Sets a field that the person did not type into. */
  const put = (name: keyof Typed & string, value: Value) => set(name, value);
  const toggle = (name: keyof Typed & string) => ({
    checked: values[name] === true,
    onChange: (checked: boolean) => set(name, checked),
  });
  const onSubmit =
    (onValid: (sent: Readonly<Record<string, Value>>) => void) =>
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setTried(true);
      if (schema.safeParse(values).success) onValid(dirty ? changes : values);
      else focusFirstInvalid(event.currentTarget);
    };
  /** After a save, the sent fields follow the saved values again. Text typed since then stays. */
  const settle = () => {
    setTouched((now) =>
      Object.fromEntries(Object.entries(now).filter(([name, value]) => values[name] !== value)),
    );
    setTried(false);
  };
  return { values, field, put, toggle, onSubmit, settle, dirty };
}

export type LiveForm<Typed extends Record<string, Value>> = ReturnType<
  typeof useLiveForm<Typed, unknown>
>;
