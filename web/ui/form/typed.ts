import * as z from "zod/mini";

/** A field of a schema, read from a form input, which is always text. */
export const typed = <Field extends z.core.$ZodType>(field: Field) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value): unknown => value),
    ),
    field,
  );
