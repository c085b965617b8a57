import * as z from "zod/mini";

import {
  clearableEmail,
  clearableText,
  IdInput,
  optionalEmail,
  optionalText,
  text,
} from "#kernel/contract/api/fields.ts";
import { texts } from "#kernel/contract/texts.ts";

const words = texts.registration;

export const AddCustomerRequest = z.object({
  first_name: text(200, words.firstNameRequired),
  last_name: text(200, words.lastNameRequired),
  email: optionalEmail(words.emailInvalid),
  phone: optionalText(32),
  address: optionalText(500),
});
export type AddCustomerRequest = z.infer<typeof AddCustomerRequest>;

/** Absent means unchanged; the edit form sends every field. */
export const ChangeCustomerRequest = z.object({
  id: IdInput,
  first_name: z.optional(text(200, words.firstNameRequired)),
  last_name: z.optional(text(200, words.lastNameRequired)),
  email: clearableEmail(words.emailInvalid),
  phone: clearableText(32),
  address: clearableText(500),
});
export type ChangeCustomerRequest = z.infer<typeof ChangeCustomerRequest>;

/** Contact data is null if the reader's role may not see it. */
export const CustomerItem = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  archived: z.boolean(),
  /** Send it as `If-Match`. */
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type CustomerItem = z.infer<typeof CustomerItem>;
