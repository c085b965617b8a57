import * as z from "zod/mini";

import { EmailInput, NewPassword, PasswordInput } from "#kernel/contract/api/auth.ts";
import { somethingToChange, text } from "#kernel/contract/api/fields.ts";
import { texts } from "#kernel/contract/texts.ts";

/** The deletion can be cancelled until `until`, which is null if no deletion was requested. */
export const AccountDeletion = z.object({ until: z.nullable(z.string()) });
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/**
 * Accesses that are recorded although they are not events: support sessions, exports, refusals and
 * failed sign-ins.
 */
export const AccessLogEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  result: z.string(),
  target: z.nullable(z.string()),
  actor_id: z.nullable(z.string()),
  ip_prefix: z.nullable(z.string()),
});
export type AccessLogEntry = z.infer<typeof AccessLogEntry>;

export const ForgotPasswordRequest = z.strictObject({ email: EmailInput });
export type ForgotPasswordRequest = z.infer<typeof ForgotPasswordRequest>;

/** The secret of a link sent by email. */
export const LinkToken = text(200, "This link is incomplete");

export const ResetPasswordRequest = z.strictObject({ token: LinkToken, password: NewPassword });
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>;

export const ChangePasswordRequest = z.strictObject({
  current_password: PasswordInput,
  new_password: NewPassword,
});
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>;

/** `warning`: the new password is allowed but weak. */
export const PasswordResult = z.object({
  success: z.literal(true),
  warning: z.optional(z.string()),
});
export type PasswordResult = z.infer<typeof PasswordResult>;

/** Required by every request that changes how an account is protected. */
export const PasswordConfirmation = z.strictObject({ password: PasswordInput });
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>;

export const ConfirmTotpRequest = z.strictObject({ code: text(20, "Code is required") });
export type ConfirmTotpRequest = z.infer<typeof ConfirmTotpRequest>;

/** Shown once: the URI for the QR code, and the same secret as text. */
export const TotpSetup = z.object({ secret: z.string(), uri: z.string() });
export type TotpSetup = z.infer<typeof TotpSetup>;

/** Shown once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const SessionItem = z.object({
  id: z.string(),
  device: z.nullable(z.string()),
  /** A network, not a full address. */
  place: z.nullable(z.string()),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
});
export type SessionItem = z.infer<typeof SessionItem>;

export const AccountView = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.nullable(z.string()),
  role: z.string(),
  created_at: z.string(),
  last_login_at: z.nullable(z.string()),
  /** Whether the person can unlock a till. Only they see it. */
  has_pin: z.boolean(),
  two_factor: z.object({
    is_on: z.boolean(),
    is_required: z.boolean(),
    recovery_codes_left: z.int(),
    /** The session can do nothing else until a second factor is set up. */
    must_set_up: z.boolean(),
  }),
});
export type AccountView = z.infer<typeof AccountView>;

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
