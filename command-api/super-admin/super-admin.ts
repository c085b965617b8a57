import {
  type Accounts,
  inAccountTransaction,
} from "#command-api/account-store/account-transaction.ts";
import { findAccount } from "#command-api/account-store/tables/accounts.ts";
import {
  upsertUser,
  hasSuperAdmin,
  isEmailTaken,
} from "#command-api/account-store/tables/users.ts";
import { EmailInput } from "#kernel/contract/api/auth.ts";
import { PLATFORM_TENANT_ID, UserId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { logAccess } from "#kernel/node/access-log.ts";
import { newId } from "#kernel/node/ids.ts";

export type SuperAdmin = Readonly<{ email: string; password: string }>;

type SuperAdminDeps = Pick<Accounts, "pool" | "passwords" | "clock">;

export type SuperAdminOutcome =
  | "created"
  | "exists"
  | Rejection<"email-invalid" | "email-taken" | "unavailable">;

/**
 * Creates the first super admin unless there is one. Safe to call from several processes at once.
 */
export const ensureSuperAdmin = (accounts: SuperAdminDeps, admin: SuperAdmin) =>
  addSuperAdmin(accounts, admin, true);

/** Creates another super admin, for operators with shell access. */
export const createSuperAdmin = (accounts: SuperAdminDeps, admin: SuperAdmin) =>
  addSuperAdmin(accounts, admin, false);

/** True if a super admin has this email and password. Opens no session and records nothing. */
export async function isSuperAdmin(
  { pool, passwords }: Pick<SuperAdminDeps, "pool" | "passwords">,
  { email: writtenEmail, password }: SuperAdmin,
): Promise<boolean> {
  const email = EmailInput.safeParse(writtenEmail).data;
  const account = email === undefined ? undefined : await findAccount(pool, email);
  if (account?.kind !== "platform") return false;
  return (await passwords.isRight(password, account.passwordHash)) === true;
}

async function addSuperAdmin(
  accounts: SuperAdminDeps,
  { email: writtenEmail, password }: SuperAdmin,
  onlyIfNone: boolean,
): Promise<SuperAdminOutcome> {
  const { pool, passwords, clock } = accounts;
  const email = EmailInput.safeParse(writtenEmail).data;
  if (email === undefined) return reject("email-invalid");
  if (onlyIfNone && (await hasSuperAdmin(pool))) return "exists";
  const passwordHash = await passwords.hash(password);
  if (typeof passwordHash === "object") return passwordHash;
  const nowMs = clock();
  const userId = UserId.parse(newId(nowMs));
  const user = { userId, kind: "platform", email, passwordHash, ...NAME } as const;
  try {
    return await inAccountTransaction(accounts, PLATFORM_TENANT_ID, async (client) => {
      await client.query("select pg_advisory_xact_lock(hashtext('tillbook first super admin'))");
      if (onlyIfNone && (await hasSuperAdmin(client))) return "exists";
      await upsertUser(client, user, nowMs);
      await logAccess(client, {
        atMs: nowMs,
        action: "super-admin-created",
        result: "ok",
        actorId: userId,
      });
      return "created";
    });
  } catch (error) {
    if (isEmailTaken(error)) return reject("email-taken");
    throw error;
  }
}

const NAME = { firstName: "Super", lastName: "Admin" };
