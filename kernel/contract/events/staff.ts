// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { change, LocalDate, Sealed } from "#kernel/contract/events/fields.ts";
import { because, fieldsOf, type Sentences } from "#kernel/contract/events/sentences.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";
import { Role } from "#kernel/contract/rights.ts";

const StaffJoined = z.object({
  type: z.literal("StaffJoined"),
  data: z.object({ userId: UserId, role: Role }),
});

export const SignedIn = z.object({
  type: z.literal("SignedIn"),
  data: z.object({ userId: UserId, sid: z.string(), second: z.enum(["none", "totp", "recovery"]) }),
});
export type SignedIn = z.infer<typeof SignedIn>;

const LockedOut = z.object({
  type: z.literal("LockedOut"),
  data: z.object({ userId: UserId, until: z.int() }),
});

const SessionsEnded = z.object({
  type: z.literal("SessionsEnded"),
  data: z.object({ userId: UserId, reason: z.string() }),
});

/**
 * `endsOn` is the last day of an auditor's access. A person without an email has a name, and maybe
 * a phone, instead.
 */
export const StaffInvited = z.object({
  type: z.literal("StaffInvited"),
  data: z.object({
    userId: UserId,
    email: z.optional(Sealed),
    firstName: z.optional(Sealed),
    lastName: z.optional(Sealed),
    phone: z.optional(Sealed),
    role: Role,
    endsOn: z.optional(LocalDate),
  }),
});
export type StaffInvited = z.infer<typeof StaffInvited>;

const InvitationResent = z.object({
  type: z.literal("InvitationResent"),
  data: z.object({ userId: UserId }),
});

const StaffRoleChanged = z.object({
  type: z.literal("StaffRoleChanged"),
  data: z.object({ userId: UserId, from: Role, to: Role }),
});

const StaffRemoved = z.object({
  type: z.literal("StaffRemoved"),
  data: z.object({ userId: UserId }),
});

export const ProfileChanged = z.object({
  type: z.literal("ProfileChanged"),
  data: z.object({
    userId: UserId,
    changes: z.object({
      firstName: change(Sealed),
      lastName: change(Sealed),
      email: change(Sealed),
      phone: change(z.nullable(Sealed)),
    }),
  }),
});
export type ProfileChanged = z.infer<typeof ProfileChanged>;

/** True if all staff of the tenant need a second factor. */
export const TwoFactorPolicyChanged = z.object({
  type: z.literal("TwoFactorPolicyChanged"),
  data: z.object({ required: z.boolean() }),
});
export type TwoFactorPolicyChanged = z.infer<typeof TwoFactorPolicyChanged>;

const PasswordChanged = z.object({
  type: z.literal("PasswordChanged"),
  data: z.object({ userId: UserId }),
});

const PasswordResetRequested = z.object({
  type: z.literal("PasswordResetRequested"),
  data: z.object({ userId: UserId }),
});

const TotpEnabled = z.object({
  type: z.literal("TotpEnabled"),
  data: z.object({ userId: UserId }),
});

const TotpDisabled = z.object({
  type: z.literal("TotpDisabled"),
  data: z.object({ userId: UserId }),
});

const RecoveryCodesReissued = z.object({
  type: z.literal("RecoveryCodesReissued"),
  data: z.object({ userId: UserId }),
});

/** Of the till. The PIN itself is in no event. */
const PinSet = z.object({
  type: z.literal("PinSet"),
  data: z.object({ userId: UserId }),
});

const PinLocked = z.object({
  type: z.literal("PinLocked"),
  data: z.object({ userId: UserId, until: z.int() }),
});

/** A link with which a person without an email sets a new PIN. */
const PinLinkMade = z.object({
  type: z.literal("PinLinkMade"),
  data: z.object({ userId: UserId }),
});

/** A super admin may read a tenant's data for half an hour, and change nothing. */
export const SupportSessionStarted = z.object({
  type: z.literal("SupportSessionStarted"),
  data: z.object({
    userId: UserId,
    tenantId: TenantId,
    sid: z.string(),
    until: z.int(),
    reason: z.string(),
  }),
});
export type SupportSessionStarted = z.infer<typeof SupportSessionStarted>;

export const SupportSessionEnded = z.object({
  type: z.literal("SupportSessionEnded"),
  data: z.object({ userId: UserId, tenantId: TenantId, sid: z.string() }),
});
export type SupportSessionEnded = z.infer<typeof SupportSessionEnded>;

export const StaffEvent = z.discriminatedUnion("type", [
  StaffInvited,
  InvitationResent,
  StaffJoined,
  StaffRoleChanged,
  StaffRemoved,
  ProfileChanged,
  SignedIn,
  LockedOut,
  TwoFactorPolicyChanged,
  SessionsEnded,
  PasswordChanged,
  PasswordResetRequested,
  TotpEnabled,
  TotpDisabled,
  RecoveryCodesReissued,
  PinSet,
  PinLocked,
  PinLinkMade,
  SupportSessionStarted,
  SupportSessionEnded,
]);
export type StaffEvent = z.infer<typeof StaffEvent>;

export const staffSentences: Sentences<StaffEvent> = {
  StaffInvited: ({ data: { userId, email, role, endsOn } }, { personOf }) =>
    `invited ${personOf(userId)}${email === undefined ? " without an email" : ""} as ${roleName(role)}${endsOn ? ` until ${endsOn}` : ""}`,
  InvitationResent: ({ data }, { personOf }) =>
    `sent the invitation to ${personOf(data.userId)} again`,
  StaffJoined: ({ data: { role } }) => `joined as ${roleName(role)}`,
  StaffRoleChanged: ({ data: { userId, from, to } }, { personOf }) =>
    `changed the role of ${personOf(userId)} from ${roleName(from)} to ${roleName(to)}`,
  StaffRemoved: ({ data }, { personOf }) => `removed ${personOf(data.userId)} from the staff`,
  ProfileChanged: ({ data }) => `changed their own ${fieldsOf(data.changes)}`,
  SignedIn: ({ data: { second } }) => `signed in${SECOND_FACTOR[second]}`,
  LockedOut: ({ data }, { personOf, timeOf }) =>
    `locked ${personOf(data.userId)} out until ${timeOf(data.until)} after wrong passwords`,
  TwoFactorPolicyChanged: ({ data }) =>
    data.required
      ? "turned on required two-factor authentication"
      : "turned off required two-factor authentication",
  SessionsEnded: ({ data: { userId, reason } }, { personOf }) =>
    `ended the sessions of ${personOf(userId)}${because(reason)}`,
  PasswordChanged: () => "changed their password",
  PasswordResetRequested: () => "requested a password reset link",
  TotpEnabled: () => "turned on two-factor authentication",
  TotpDisabled: () => "turned off two-factor authentication",
  RecoveryCodesReissued: () => "created new recovery codes",
  PinSet: () => "set their PIN",
  PinLocked: ({ data: { userId, until } }, { personOf, timeOf }) =>
    `locked the PIN of ${personOf(userId)} until ${timeOf(until)} after wrong tries`,
  PinLinkMade: ({ data }, { personOf }) => `made a new PIN link for ${personOf(data.userId)}`,
  SupportSessionStarted: ({ data: { reason, until } }, { timeOf }) =>
    `started a support session until ${timeOf(until)}${because(reason)}`,
  SupportSessionEnded: () => "ended the support session",
};

const SECOND_FACTOR = {
  none: "",
  totp: " with an authenticator code",
  recovery: " with a recovery code",
} as const;

const roleName = (role: string): string => role.replaceAll("_", " ");
