// These names and shapes are stored for ever. Add optional fields; never rename, retype or remove one.
import * as z from "zod";

import { change, LocalDate, Sealed } from "#kernel/contract/events/fields.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";
import { Role } from "#kernel/contract/rights.ts";

export const StaffJoined = z.object({
  type: z.literal("StaffJoined"),
  data: z.object({ userId: UserId, role: Role }),
});
export type StaffJoined = z.infer<typeof StaffJoined>;

export const SignedIn = z.object({
  type: z.literal("SignedIn"),
  data: z.object({ userId: UserId, sid: z.string(), second: z.enum(["none", "totp", "recovery"]) }),
});
export type SignedIn = z.infer<typeof SignedIn>;

export const LockedOut = z.object({
  type: z.literal("LockedOut"),
  data: z.object({ userId: UserId, until: z.int() }),
});
export type LockedOut = z.infer<typeof LockedOut>;

export const SessionsEnded = z.object({
  type: z.literal("SessionsEnded"),
  data: z.object({ userId: UserId, reason: z.string() }),
});
export type SessionsEnded = z.infer<typeof SessionsEnded>;

/** `endsOn` is the last day of an auditor. */
export const StaffInvited = z.object({
  type: z.literal("StaffInvited"),
  data: z.object({ userId: UserId, email: Sealed, role: Role, endsOn: z.optional(LocalDate) }),
});
export type StaffInvited = z.infer<typeof StaffInvited>;

export const InvitationResent = z.object({
  type: z.literal("InvitationResent"),
  data: z.object({ userId: UserId }),
});
export type InvitationResent = z.infer<typeof InvitationResent>;

export const StaffRoleChanged = z.object({
  type: z.literal("StaffRoleChanged"),
  data: z.object({ userId: UserId, from: Role, to: Role }),
});
export type StaffRoleChanged = z.infer<typeof StaffRoleChanged>;

export const StaffRemoved = z.object({
  type: z.literal("StaffRemoved"),
  data: z.object({ userId: UserId }),
});
export type StaffRemoved = z.infer<typeof StaffRemoved>;

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

/** Whether everybody of the shop needs a second factor. */
export const TwoFactorPolicyChanged = z.object({
  type: z.literal("TwoFactorPolicyChanged"),
  data: z.object({ required: z.boolean() }),
});
export type TwoFactorPolicyChanged = z.infer<typeof TwoFactorPolicyChanged>;

export const PasswordChanged = z.object({
  type: z.literal("PasswordChanged"),
  data: z.object({ userId: UserId }),
});
export type PasswordChanged = z.infer<typeof PasswordChanged>;

export const PasswordResetRequested = z.object({
  type: z.literal("PasswordResetRequested"),
  data: z.object({ userId: UserId }),
});
export type PasswordResetRequested = z.infer<typeof PasswordResetRequested>;

export const TotpEnabled = z.object({
  type: z.literal("TotpEnabled"),
  data: z.object({ userId: UserId }),
});
export type TotpEnabled = z.infer<typeof TotpEnabled>;

export const TotpDisabled = z.object({
  type: z.literal("TotpDisabled"),
  data: z.object({ userId: UserId }),
});
export type TotpDisabled = z.infer<typeof TotpDisabled>;

export const RecoveryCodesReissued = z.object({
  type: z.literal("RecoveryCodesReissued"),
  data: z.object({ userId: UserId }),
});
export type RecoveryCodesReissued = z.infer<typeof RecoveryCodesReissued>;

/** A super admin looks into a shop, read-only, for half an hour (R6). */
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
  SupportSessionStarted,
  SupportSessionEnded,
]);
export type StaffEvent = z.infer<typeof StaffEvent>;
