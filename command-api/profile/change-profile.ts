import * as z from "zod/mini";

import {
  type AccountRefusal,
  type AccountWrite,
  runAccountCommand,
} from "#command-api/account-store/account-command.ts";
import type { AccountDeps, TenantDeps } from "#command-api/account-store/account-deps.ts";
import {
  confirmPassword,
  type PasswordNotConfirmed,
} from "#command-api/account-store/confirm-password.ts";
import { revokeLinks } from "#command-api/account-store/tables/links.ts";
import {
  isEmailTaken,
  lockUserRow,
  updateProfile,
  type User,
} from "#command-api/account-store/tables/users.ts";
import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import type { ChangeProfileRequest } from "#kernel/contract/api/account.ts";
import type { Decider } from "#kernel/contract/decider.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { ProfileChanged } from "#kernel/contract/events/staff.ts";
import type { UserId } from "#kernel/contract/ids.ts";
import { invariant, isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { profileStream } from "#kernel/node/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";
import type { Actor } from "#kernel/node/session/require-session.ts";

type ChangeProfile = Readonly<{ type: "ChangeProfile" } & ProfileChanged["data"]>;

const Profile = z.object({});
type Profile = z.infer<typeof Profile>;

/** The current values are in auth.users. The log keeps the old and new values, sealed. */
export const profile: Decider<ChangeProfile, Profile, ProfileChanged, never> = {
  streamType: "profile",
  initialState: {},
  parseState: (stored) => Profile.parse(stored),

  decide({ userId, changes }) {
    if (Object.keys(changes).length === 0) return [];
    return [{ type: "ProfileChanged", data: { userId, changes } }];
  },

  evolve: (state) => state,
};

type ProfileCode = "password-required" | "wrong-password" | "email-taken";
type Refusal = Rejection<ProfileCode | AccountRefusal> | PasswordNotConfirmed;
type ProfileDeps = TenantDeps & Readonly<{ accounts: AccountDeps }>;

export type ProfileChange = Readonly<{ actor: Actor; request: ChangeProfileRequest }>;

/**
 * Changes a user's own name, email and phone. A new email requires the password, because the owner
 * of the email can reset the password.
 */
export async function changeProfile(
  deps: ProfileDeps,
  context: CommandContext,
  { actor, request }: ProfileChange,
): Promise<Refusal | undefined> {
  const { userId } = actor;
  const { password, ...requested } = request;
  const confirmed =
    password === undefined ? undefined : await confirmPassword(deps.accounts, actor, password);
  if (confirmed && "rejected" in confirmed) return confirmed;
  const streams = { own: [profileStream(userId)] };
  const passwordHash = confirmed?.passwordHash;
  try {
    const outcome = await runAccountCommand<ProfileCode>(deps.accounts, context, {
      streams,
      work: async (client, { own: [head = NO_HEAD] }) => {
        const row = await proveEmail(client, { userId, email: requested.email, passwordHash });
        if (isRejection(row)) return row;
        const changes = await writeProfile(deps, client, { context, row, requested });
        const command = { type: "ChangeProfile", userId, changes } as const;
        const streamId = profileStream(userId);
        const planned = planStream({ decider: profile, streamId, head, command });
        return isRejection(planned) ? planned : ({ own: planned } satisfies AccountWrite);
      },
    });
    return isRejection(outcome) ? outcome : undefined;
  } catch (error) {
    if (isEmailTaken(error)) return reject("email-taken");
    throw error;
  }
}

type EmailProof = Readonly<{
  userId: UserId;
  email: string | undefined;
  passwordHash: string | undefined;
}>;

/** The locked row, provided the compared password is still current. */
async function proveEmail(
  client: PoolClient,
  { userId, email, passwordHash }: EmailProof,
): Promise<User | Rejection<ProfileCode>> {
  const row = await lockUserRow(client, userId);
  invariant(row !== undefined, "a session belongs to a user");
  if (email === undefined || email === row.email) return row;
  if (passwordHash === undefined) return reject("password-required");
  return passwordHash === row.passwordHash ? row : reject("wrong-password");
}

type ProfileWrite = Readonly<{
  context: CommandContext;
  row: User;
  requested: Omit<ChangeProfileRequest, "password">;
}>;

/** Revokes reset links that were sent to the old email. */
async function writeProfile(
  { sealer }: ProfileDeps,
  client: PoolClient,
  { context, row, requested }: ProfileWrite,
): Promise<Changes> {
  const { tenantId, occurredMs: nowMs } = context;
  const { userId } = row;
  const next = {
    firstName: requested.first_name ?? row.firstName,
    lastName: requested.last_name ?? row.lastName,
    email: requested.email ?? row.email,
    phone: requested.phone === undefined ? row.phone : requested.phone,
  };
  await updateProfile(client, { ...row, ...next });
  if (next.email !== row.email) {
    await revokeLinks(client, { tenantId, userId, kind: "password-reset" }, nowMs);
  }
  return changesOf(row, next, (value) => sealer.seal(tenantId, userId, value));
}

type Changes = ProfileChanged["data"]["changes"];
type Details = Pick<User, "firstName" | "lastName" | "email" | "phone">;

/** Sealed with the person's key in the tenant's log. */
async function changesOf(
  row: Details,
  next: Details,
  seal: (value: string) => Promise<Sealed>,
): Promise<Changes> {
  const sealIfAny = async (value: string | null) => (value === null ? null : seal(value));
  const changes: Changes = {};
  for (const field of ["firstName", "lastName", "email"] as const) {
    if (next[field] === row[field]) continue;
    changes[field] = { from: await seal(row[field]), to: await seal(next[field]) };
  }
  if (next.phone !== row.phone) {
    changes.phone = { from: await sealIfAny(row.phone), to: await sealIfAny(next.phone) };
  }
  return changes;
}
