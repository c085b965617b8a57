import * as z from "zod/mini";

import { ContactRequest } from "#kernel/contract/api/contact.ts";
import { texts } from "#kernel/contract/texts.ts";
import { SUBJECT_WORDS } from "#web/format/contact-subjects.ts";

const { first_name, last_name, email, company, message } = ContactRequest.shape;
const isSubject = (text: string): boolean => Object.hasOwn(SUBJECT_WORDS, text);

/** Form inputs are always text; an empty company is omitted. */
export const ContactForm = z.object({
  first_name,
  last_name,
  email,
  company: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): string | null | undefined => text),
    ),
    company,
  ),
  subject: z.string().check(z.refine(isSubject, texts.contact.subjectRequired)),
  message,
});
export type ContactForm = z.output<typeof ContactForm>;
export type TypedMessage = z.input<typeof ContactForm>;

export const emptyMessage: TypedMessage = {
  first_name: "",
  last_name: "",
  email: "",
  company: "",
  subject: "",
  message: "",
};
