import { createRateLimiter, type RateLimiter } from "#kernel/platform/rate-limit.ts";
import type { Redis } from "#kernel/platform/redis.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** While an account is locked out only networks it has signed in from before may try. */
const LOCK_OUT_MS = HOUR_MS;

export type SignInLimits = Readonly<{
  perAddress: RateLimiter;
  perAccountAndAddress: RateLimiter;
  inARow: RateLimiter;
  /** Lets one through an hour: the lock-out is noted once. */
  lockOutNotes: RateLimiter;
}>;

type Limited = Readonly<{ redis?: Redis | undefined }>;

export const createSignInLimits = ({
  signInsPerMinute,
  redis,
}: Limited & Readonly<{ signInsPerMinute: number }>): SignInLimits => ({
  perAddress: createRateLimiter({
    name: "sign-ins",
    points: signInsPerMinute,
    perMs: MINUTE_MS,
    redis,
  }),
  perAccountAndAddress: createRateLimiter({
    name: "sign-ins-of-account",
    points: 15,
    perMs: 10 * MINUTE_MS,
    redis,
  }),
  inARow: createRateLimiter({
    name: "sign-ins-in-a-row",
    points: 100,
    perMs: LOCK_OUT_MS,
    redis,
  }),
  lockOutNotes: createRateLimiter({ name: "lock-outs", points: 1, perMs: LOCK_OUT_MS, redis }),
});

export const createRegistrationLimit = ({
  registrationsPerHour,
  redis,
}: Limited & Readonly<{ registrationsPerHour: number }>): RateLimiter =>
  createRateLimiter({ name: "registrations", points: registrationsPerHour, perMs: HOUR_MS, redis });
