import * as z from "zod";

/**
 * Personal data encrypted with the key of the subject named in it: `sealed:v1:<subject>:<base64>`.
 */
export const Sealed = z
  .string()
  .check(z.regex(/^sealed:v1:[0-9a-f-]{36}:[A-Za-z0-9+/=]+$/))
  .brand<"Sealed">();
export type Sealed = z.infer<typeof Sealed>;

export const LocalDate = z.iso.date();

/** The id of the person that a sealed text is about. */
export const subjectOf = (sealed: Sealed): string => sealed.slice(10, 46);

/** A changed field, before and after. */
export const change = <Value extends z.core.$ZodType>(value: Value) =>
  z.optional(z.object({ from: value, to: value }));

/** In hex. */
export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
