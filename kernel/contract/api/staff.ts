import * as z from "zod/mini";

import { LinkToken } from "#kernel/contract/api/account.ts";
import { EmailInput, NewPassword } from "#kernel/contract/api/auth.ts";
import { written } from "#kernel/contract/api/envelope.ts";
import { text } from "#kernel/contract/api/fields.ts";
import { Role } from "#kernel/contract/rights.ts";
import { texts } from "#kernel/contract/texts.ts";

const words = texts.registration;

export const InviteStaffRequest = z
  .strictObject({
    email: EmailInput,
    role: Role,
    /** The last day of an auditor's access, in the tenant's timezone. */
    ends_on: z.optional(z.iso.date("Must be a day such as 2026-12-31")),
  })
  .check(
    z.refine(({ role, ends_on: endsOn }) => endsOn === undefined || role === "auditor", {
      path: ["ends_on"],
      message: "Only an auditor can have a last day",
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

/** The email to sign in with. */
export const AcceptInvitationResult = written(z.object({ email: z.string() }));

/** A member of the staff, or an invited person, who has no name yet. */
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
});
export type StaffItem = z.infer<typeof StaffItem>;
