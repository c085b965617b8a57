import { because, fieldsOf, type Sentences } from "#kernel/contract/events/sentences.ts";
import type { StaffEvent } from "#kernel/contract/events/staff.ts";

export const people: Sentences<StaffEvent["type"]> = {
  StaffInvited: ({ data: { userId, role, endsOn } }, { personOf }) =>
    `invited ${personOf(userId)} as ${wordOf(role)}${endsOn ? ` until ${endsOn}` : ""}`,
  InvitationResent: ({ data }, { personOf }) => `invited ${personOf(data.userId)} once more`,
  StaffJoined: ({ data: { role } }) => `joined as ${wordOf(role)}`,
  StaffRoleChanged: ({ data: { userId, from, to } }, { personOf }) =>
    `made ${personOf(userId)} ${wordOf(to)}, who was ${wordOf(from)}`,
  StaffRemoved: ({ data }, { personOf }) => `removed ${personOf(data.userId)}`,
  ProfileChanged: ({ data }) => `changed their own ${fieldsOf(data.changes)}`,
  SignedIn: ({ data: { second } }) =>
    second === "none" ? "signed in" : `signed in with a second factor (${second})`,
  LockedOut: ({ data }, { personOf, timeOf }) =>
    `locked ${personOf(data.userId)} out until ${timeOf(data.until)} after wrong passwords`,
  TwoFactorPolicyChanged: ({ data }) =>
    data.required
      ? "asked for a second factor of everybody"
      : "asked no longer for a second factor of everybody",
  SessionsEnded: ({ data: { userId, reason } }, { personOf }) =>
    `ended the sessions of ${personOf(userId)}${because(reason)}`,
  PasswordChanged: () => "changed the password",
  PasswordResetRequested: () => "asked for a link to a new password",
  TotpEnabled: () => "turned the second factor on",
  TotpDisabled: () => "turned the second factor off",
  RecoveryCodesReissued: () => "made new recovery codes",
  SupportSessionStarted: ({ data: { reason, until } }, { timeOf }) =>
    `looked into the business for support until ${timeOf(until)}${because(reason)}`,
  SupportSessionEnded: () => "ended the look for support",
};

const wordOf = (role: string): string => role.replaceAll("_", " ");
