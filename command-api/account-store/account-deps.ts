import { createMailLinks } from "#command-api/mail-link.ts";
import { createPasswords } from "#kernel/node/crypto/passwords.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { createSecretBox } from "#kernel/node/crypto/secret-box.ts";
import type { RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import type { Redis } from "#kernel/node/limits/redis.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import type { Accounts } from "./account-transaction.ts";
import {
  createInvitationLimit,
  createPasswordLimits,
  createRegistrationLimit,
  createSignInLimits,
  type PasswordLimits,
  type SignInLimits,
} from "./limits.ts";

export type AccountDeps = Accounts &
  Readonly<{
    signInLimits: SignInLimits;
    /** A refused sign-in is answered at a multiple of this time. */
    refusalStepMs: number;
    registrationLimit: RateLimiter;
    invitationLimit: RateLimiter;
    passwordLimits: PasswordLimits;
  }>;

/** Longer than checking a password on an idle machine. */
const REFUSAL_STEP_MS = 25;

export type AccountOptions = Readonly<{
  pool: Pool;
  requestHashKey: Buffer;
  dataKey: Buffer;
  superAdminNeedsTotp: boolean;
  clock: Clock;
  limits: Readonly<{ registrationsPerHour: number; signInsPerMinute: number }>;
  redis?: Redis | undefined;
  onAppended?: Accounts["onAppended"];
  readers?: Accounts["readers"];
}>;

export async function createAccounts(options: AccountOptions): Promise<AccountDeps> {
  const { pool, requestHashKey, dataKey, superAdminNeedsTotp, clock, limits, redis } = options;
  return {
    pool,
    hashKey: requestHashKey,
    passwords: await createPasswords(),
    seeds: createSecretBox(dataKey, "authenticators"),
    mailLinks: createMailLinks(requestHashKey),
    superAdminNeedsTotp,
    clock,
    ...(options.onAppended && { onAppended: options.onAppended }),
    readers: options.readers,
    signInLimits: createSignInLimits({ signInsPerMinute: limits.signInsPerMinute, redis }),
    refusalStepMs: REFUSAL_STEP_MS,
    registrationLimit: createRegistrationLimit({
      registrationsPerHour: limits.registrationsPerHour,
      redis,
    }),
    invitationLimit: createInvitationLimit({ redis }),
    passwordLimits: createPasswordLimits({ signInsPerMinute: limits.signInsPerMinute, redis }),
  };
}

/** The dependencies of commands on a tenant and its people. */
export type TenantDeps = Readonly<{ accounts: Accounts; sealer: Sealer }>;
