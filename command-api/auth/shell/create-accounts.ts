import { createMailLinks } from "#command-api/mail-link.ts";
import type { Clock } from "#kernel/platform/clock.ts";
import { createPasswords } from "#kernel/platform/passwords.ts";
import type { Pool } from "#kernel/platform/postgres.ts";
import type { RateLimiter } from "#kernel/platform/rate-limit.ts";
import type { Redis } from "#kernel/platform/redis.ts";
import { createSecretBox } from "#kernel/platform/secret-box.ts";

import type { Accounts } from "./account-transaction.ts";
import {
  createInvitationLimit,
  createPasswordLimits,
  createRegistrationLimit,
  createSignInLimits,
  type PasswordLimits,
  type SignInLimits,
} from "./limits.ts";

export type AccountDoors = Accounts &
  Readonly<{
    signInLimits: SignInLimits;
    registrationLimit: RateLimiter;
    invitationLimit: RateLimiter;
    passwordLimits: PasswordLimits;
  }>;

export type AccountOptions = Readonly<{
  pool: Pool;
  requestHashKey: Buffer;
  dataKey: Buffer;
  superAdminNeedsTotp: boolean;
  clock: Clock;
  limits: Readonly<{ registrationsPerHour: number; signInsPerMinute: number }>;
  redis?: Redis | undefined;
  onAppended?: Accounts["onAppended"];
}>;

export async function createAccounts(options: AccountOptions): Promise<AccountDoors> {
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
    signInLimits: createSignInLimits({ signInsPerMinute: limits.signInsPerMinute, redis }),
    registrationLimit: createRegistrationLimit({
      registrationsPerHour: limits.registrationsPerHour,
      redis,
    }),
    invitationLimit: createInvitationLimit({ redis }),
    passwordLimits: createPasswordLimits({ signInsPerMinute: limits.signInsPerMinute, redis }),
  };
}
