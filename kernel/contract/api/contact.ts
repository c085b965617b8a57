import * as z from "zod/mini";

import { EmailInput } from "#kernel/contract/api/auth.ts";
import { optionalText, storable, text } from "#kernel/contract/api/fields.ts";
import { ContactSubject } from "#kernel/contract/choices.ts";
import { texts } from "#kernel/contract/texts.ts";

const words = texts.contact;

export const ContactRequest = z.strictObject({
  first_name: text(200, texts.registration.firstNameRequired),
  last_name: text(200, texts.registration.lastNameRequired),
  email: EmailInput,
  company: optionalText(200),
  subject: z.enum(ContactSubject.options, words.subjectRequired),
  message: z
    .string(words.messageRequired)
    .check(
      z.trim(),
      z.minLength(1, words.messageRequired),
      z.minLength(10, words.messageTooShort),
      z.maxLength(5000, "Must have at most 5000 characters"),
      storable,
    ),
});
export type ContactRequest = z.infer<typeof ContactRequest>;
