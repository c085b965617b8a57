import * as z from "zod/mini";

import { LinkToken } from "#kernel/contract/api/account.ts";
import { EmailInput, NewPassword } from "#kernel/contract/api/auth.ts";
import { written } from "#kernel/contract/api/envelope.ts";
import { optionalText, text } from "#kernel/contract/api/fields.ts";
import { Pin } from "#kernel/contract/api/till/pin.ts";
import { Role, ROLE_WITHOUT_EMAIL } from "#kernel/contract/rights.ts";
import { texts } from "#kernel/contract/texts.ts";

const words = texts.registration;

const NAMED_BY_EMAIL = "A person with an email enters their own name and phone";

/** With an email, or without one: then with a name, and as a cashier. */
export const InviteStaffRequest = z
  .strictObject({
    email: z.optional(EmailInput),
    first_name: z.optional(text(200, words.firstNameRequired)),
    last_name: optionalText(200),
    phone: optionalText(50),
    role: Role,
    /** The last day of an auditor's access, in the tenant's timezone. */
    ends_on: z.optional(z.iso.date("Must be a day such as 2026-12-31")),
  })
  .check(
    z.refine(({ role, ends_on: endsOn }) => endsOn === undefined || role === "auditor", {
      path: ["ends_on"],
      message: "Only an auditor can have a last day",
    }),
    z.refine(({ email, first_name: name }) => email !== undefined || name !== undefined, {
      path: ["email"],
      message: words.emailRequired,
    }),
    z.refine(
      ({ email, first_name: first, last_name: last, phone }) =>
        email === undefined || (first ?? last ?? phone) === undefined,
      { path: ["first_name"], message: NAMED_BY_EMAIL },
    ),
    z.refine(({ email, role }) => email !== undefined || role === ROLE_WITHOUT_EMAIL, {
      path: ["role"],
      message: "A person without an email can only be a cashier",
    }),
  );
export type InviteStaffRequest = z.infer<typeof InviteStaffRequest>;

/**
 * `link`: the path of the page on which the person joins, with the secret of the invitation. It works
 * once, for 7 days.
 */
export const InvitationResult = written(z.object({ id: z.string(), link: z.string() }));
export type InvitationResult = z.infer<typeof InvitationResult>;

export const ChangeStaffRequest = z.strictObject({ role: Role });

export const AcceptInvitationRequest = z.strictObject({
  token: LinkToken,
  first_name: text(200, words.firstNameRequired),
  last_name: text(200, words.lastNameRequired),
  password: NewPassword,
});
export type AcceptInvitationRequest = z.infer<typeof AcceptInvitationRequest>;

/** By the link of a person without an email: to join, or to replace a PIN that was forgotten. */
export const ChoosePinRequest = z.strictObject({ token: LinkToken, pin: Pin });
export type ChoosePinRequest = z.infer<typeof ChoosePinRequest>;

/** Who unlocks the tills of which business with this PIN. */
export const ChoosePinResult = written(z.object({ first_name: z.string(), business: z.string() }));

/** The email to sign in with. */
export const AcceptInvitationResult = written(z.object({ email: z.string() }));

/**
 * A member of the staff, or an invited person, who has a name already if they have no email. That is
 * then empty, and `phone` is what the owner wrote.
 */
export const StaffItem = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.string(),
  status: z.enum(["active", "invited"]),
  two_factor: z.boolean(),
  joined_at: z.nullable(z.string()),
  last_login_at: z.nullable(z.string()),
  invited_at: z.nullable(z.string()),
  /** For an invitation: when its link expires. */
  expires_at: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  phone: z.optional(z.nullable(z.string())),
});
export type StaffItem = z.infer<typeof StaffItem>;
