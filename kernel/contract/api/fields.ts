import * as z from "zod/mini";

import { MAX_PRICE_MINOR, MAX_QUANTITY, toMinor } from "#kernel/contract/money.ts";

// Events are stored as `json`: it would accept a NUL that every later `->>` refuses, which would
// park the tenant. Lone surrogates are refused for the same reason.
const UNSTORABLE = /[\u0000-\u0008\u000b-\u001f\u007f]|[\ud800-\udfff]/u;

export const storable = z.refine<string>(
  (value) => !UNSTORABLE.test(value),
  "Contains characters that cannot be stored",
);

/** A text of at most `max` characters; `required` is the message for an empty one. */
export const text = (max: number, required: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(max, `Must have at most ${max} characters`),
      storable,
    );

/** Legacy clients send `''` or null for an absent field. */
export const optionalText = (max: number) =>
  z.optional(
    z.pipe(
      z.nullable(
        z
          .string()
          .check(z.trim(), z.maxLength(max, `Must have at most ${max} characters`), storable),
      ),
      z.transform((value) => (value === "" || value === null ? undefined : value)),
    ),
  );

/** An optional field that is not a text: legacy forms send it empty. */
export const absentIfEmpty = <Field extends z.core.$ZodType>(field: Field) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === "" ? undefined : value)),
      z.optional(field),
    ),
  );

/** In a change: absent and `''` leave the value unchanged, null clears it. */
export const clearableText = (max: number) =>
  z.optional(
    z.pipe(
      z.nullable(
        z
          .string()
          .check(z.trim(), z.maxLength(max, `Must have at most ${max} characters`), storable),
      ),
      z.transform((value) => (value === "" ? undefined : value)),
    ),
  );

/** As loose as the specification: text, @, text. Matches in linear time. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export const email = (required: string, invalid: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, required),
      z.maxLength(254, "Must have at most 254 characters"),
      storable,
      z.regex(EMAIL, invalid),
    );

const looseEmail = (invalid: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(254, "Must have at most 254 characters"),
      storable,
    )
    .check(z.refine((value) => value === "" || EMAIL.test(value), invalid));

export const optionalEmail = (invalid: string) =>
  z.optional(
    z.pipe(
      z.nullable(looseEmail(invalid)),
      z.transform((value) => (value === "" || value === null ? undefined : value)),
    ),
  );

/** Like `clearableText`, for an email. */
export const clearableEmail = (invalid: string) =>
  z.optional(
    z.pipe(
      z.nullable(looseEmail(invalid)),
      z.transform((value) => (value === "" ? undefined : value)),
    ),
  );

/** -0 is neither an amount nor a count, as a number or as a text. */
const isNegativeZero = (value: number | string): boolean => Object.is(Number(value), -0);

/**
 * An amount as a number or numeric text with at most 2 decimals, 0 to 9,999,999.99; parsed to
 * pesewas.
 */
export const amountInput = (required: string, invalid: string) =>
  z.pipe(
    z.union([z.number(), z.string()], required),
    z.transform((value, context): number => {
      const minor = toMinor(typeof value === "string" ? value.trim() : value);
      if (minor !== undefined && minor >= 0 && minor <= MAX_PRICE_MINOR && !isNegativeZero(value)) {
        return minor;
      }
      context.issues.push({ code: "custom", input: value, message: invalid });
      return z.NEVER;
    }),
  );

export const PriceInput = amountInput("Price is required", "Enter a price like 12.50");

const WHOLE = /^-?\d{1,10}$/;

/** A whole number within bounds, as a number or numeric text. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.pipe(
    z.union([z.number(), z.string()], message),
    z.transform((value, context): number => {
      const written = String(value).trim();
      const parsed = WHOLE.test(written) ? Number(written) : Number.NaN;
      if (
        Number.isSafeInteger(parsed) &&
        parsed >= min &&
        parsed <= max &&
        !isNegativeZero(value)
      ) {
        return parsed;
      }
      context.issues.push({ code: "custom", input: value, message });
      return z.NEVER;
    }),
  );

export const QuantityInput = wholeNumber(
  1,
  MAX_QUANTITY,
  "Quantity must be a whole number from 1 to 1,000,000",
);

export const ThresholdInput = wholeNumber(
  1,
  100,
  "The low stock threshold must be a whole number from 1 to 100",
);

const PERCENT_RANGE = "Must be a rate from 0 to 100 with at most 2 decimals";

/** A percentage as a number or numeric text; parsed to hundredths of a percent. */
export const RateInput = z.pipe(
  z.union([z.number(), z.string()], PERCENT_RANGE),
  z.transform((value, context): number => {
    const rateBp = toMinor(typeof value === "string" ? value.trim() : value);
    if (rateBp !== undefined && rateBp >= 0 && rateBp <= 10_000 && !isNegativeZero(value)) {
      return rateBp;
    }
    context.issues.push({ code: "custom", input: value, message: PERCENT_RANGE });
    return z.NEVER;
  }),
);

export const ReorderPointInput = wholeNumber(
  0,
  2_147_483_647,
  "Reorder point must be a whole number of at least 0",
);

export const PerUnitInput = wholeNumber(
  1,
  MAX_QUANTITY,
  "Units must be a whole number from 1 to 1,000,000",
);

const PERCENT = /^(\d{1,3})(?:\.(\d{1,3}))?$/;
const HUNDRED_PERCENT = 100_000;

/**
 * A percentage above 0 and up to 100, as a number or numeric text; parsed to thousandths of a
 * percent.
 */
export const PercentInput = z.pipe(
  z.union([z.number(), z.string()], "Must be a percentage"),
  z.transform((value, context): number => {
    const [, whole = "", fraction = ""] = PERCENT.exec(String(value).trim()) ?? [];
    const milli = Number(whole) * 1_000 + Number(fraction.padEnd(3, "0"));
    if (milli > 0 && milli <= HUNDRED_PERCENT) return milli;
    context.issues.push({
      code: "custom",
      input: value,
      message: "Must be above 0 and at most 100, with at most 3 decimals",
    });
    return z.NEVER;
  }),
);

/** Negative values pass the schema: they are answered by 409 with its own text, not by 400. */
export const StockInput = wholeNumber(
  -2_147_483_648,
  2_147_483_647,
  "Stock must be a whole number",
);

/** An id in a path, query or body. A malformed id is simply unknown and answered by 404. */
export const IdInput = z.string().check(z.trim(), z.maxLength(200));
export type IdInput = z.infer<typeof IdInput>;

/** The body of requests that need only a path: absent or empty. */
export const EmptyBody = z.nullish(z.strictObject({}));

/** Refuses a change without any field. */
export const somethingToChange = z.refine<object>(
  (change) => Object.values(change).some((value) => value !== undefined),
  "Nothing to change",
);
