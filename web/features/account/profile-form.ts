import * as z from "zod/mini";

import type { AccountView } from "#kernel/contract/api/account.ts";
import { EmailInput } from "#kernel/contract/api/auth.ts";
import { optionalText, text } from "#kernel/contract/api/fields.ts";
import { texts } from "#kernel/contract/texts.ts";

const words = texts.registration;

const Phone = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed): string | null | undefined => typed),
  ),
  optionalText(32),
);

/** Changing the email needs the password, because the email can reset the password. */
export const ProfileForm = z
  .object({
    first_name: text(200, words.firstNameRequired),
    last_name: text(200, words.lastNameRequired),
    email: EmailInput,
    phone: Phone,
    password: z.string(),
    saved_email: z.string(),
  })
  .check(
    z.refine((form) => form.email === form.saved_email || form.password !== "", {
      path: ["password"],
      message: texts.settings.passwordForEmail,
    }),
  );
export type TypedProfile = z.input<typeof ProfileForm>;

export const typedProfile = (account: AccountView): TypedProfile => ({
  first_name: account.first_name,
  last_name: account.last_name,
  email: account.email,
  phone: account.phone ?? "",
  password: "",
  saved_email: account.email,
});

export const isOtherEmail = ({ email, saved_email: saved }: TypedProfile): boolean =>
  email.trim().toLowerCase() !== saved;
