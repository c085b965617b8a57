import * as z from "zod/mini";

import { email, optionalText, storable, text } from "#kernel/contract/api/fields.ts";
import { SessionTenant, SessionUser } from "#kernel/contract/api/session.ts";
import { texts } from "#kernel/contract/texts.ts";

const words = texts.registration;

export const EmailInput = email(words.emailRequired, words.emailInvalid);

/** 8 to 128 characters. Neither trimmed nor truncated: every character counts. */
export const NewPassword = z
  .string(words.passwordRequired)
  .check(
    z.minLength(1, words.passwordRequired),
    z.minLength(8, words.passwordTooShort),
    z.maxLength(128, "Password must have at most 128 characters"),
  );

export const RegisterRequest = z.object({
  business_name: text(200, words.businessNameRequired),
  first_name: text(200, words.firstNameRequired),
  last_name: text(200, words.lastNameRequired),
  email: EmailInput,
  password: NewPassword,
});
export type RegisterRequest = z.infer<typeof RegisterRequest>;

/** The second password field of a form. Never sent. */
export const RepeatedPassword = z.string().check(z.minLength(1, words.confirmPassword));

export const isRepeated = z.refine<Readonly<{ password: string; confirm_password: string }>>(
  (form) => form.password === form.confirm_password,
  { path: ["confirm_password"], message: words.passwordsDiffer },
);

/** The fields of the form: the request and the repeated password. */
export const RegisterForm = z
  .extend(RegisterRequest, { confirm_password: RepeatedPassword })
  .check(isRepeated);
export type RegisterForm = z.infer<typeof RegisterForm>;

/** Any password may be tried, but not one so long that hashing it is expensive. */
export const PasswordInput = z
  .string(words.passwordRequired)
  .check(z.minLength(1, words.passwordRequired), z.maxLength(1024, "Password is too long"));

/** An email of any shape may be tried; an unknown one is a failed sign-in. */
export const LoginForm = z.object({
  email: z
    .string(words.emailRequired)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, words.emailRequired),
      z.maxLength(254),
      storable,
    ),
  password: PasswordInput,
});

export const LoginRequest = z.extend(LoginForm, {
  /** The code of the authenticator app, or a recovery code. */
  totp: optionalText(64),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

export const SignInResult = z.object({
  success: z.literal(true),
  token: z.string(),
  user: SessionUser,
  tenant: SessionTenant,
  /** Present if the token can only be used to set up the second factor. */
  two_factor_setup: z.optional(z.literal("required")),
  /** The new password is allowed but weak. */
  warning: z.optional(z.string()),
});
export type SignInResult = z.infer<typeof SignInResult>;
