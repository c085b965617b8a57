import * as z from "zod/mini";

import { EmailInput, PasswordInput } from "#kernel/contract/api/auth.ts";
import { somethingToChange, text } from "#kernel/contract/api/fields.ts";
import { texts } from "#kernel/contract/texts.ts";

const words = texts.registration;

/** Absent means unchanged; an empty phone removes it. A new email requires the password. */
export const ChangeProfileRequest = z
  .strictObject({
    first_name: z.optional(text(200, words.firstNameRequired)),
    last_name: z.optional(text(200, words.lastNameRequired)),
    email: z.optional(EmailInput),
    phone: z.optional(
      z.pipe(
        z.nullable(z.union([text(32, "Phone is required"), z.literal("")])),
        z.transform((phone) => (phone === "" ? null : phone)),
      ),
    ),
    password: z.optional(PasswordInput),
  })
  .check(somethingToChange);
export type ChangeProfileRequest = z.infer<typeof ChangeProfileRequest>;

export const TwoFactorPolicyRequest = z.strictObject({
  required: z.boolean(),
  password: PasswordInput,
});
