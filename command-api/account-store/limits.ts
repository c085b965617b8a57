import { setTimeout as delay } from "node:timers/promises";

import { createRateLimiter, type RateLimiter } from "#kernel/node/limits/rate-limit.ts";
import type { Redis } from "#kernel/node/limits/redis.ts";

export type TooManyAttempts = Readonly<{ rejected: "too-many-requests"; retryAfterMs: number }>;

/** Counts one attempt and refuses it if it exceeds the limit. */
export async function overLimit(
  limiter: RateLimiter,
  ...subject: Parameters<RateLimiter["consume"]>
): Promise<TooManyAttempts | undefined> {
  const { allowed, retryAfterMs } = await limiter.consume(...subject);
  return allowed ? undefined : { rejected: "too-many-requests", retryAfterMs };
}

/**
 * Reading and recording an account that exists takes some tenths of a millisecond longer, which
 * many tries would show if refusals were not answered in steps.
 */
export function endOfStep(startedAt: number, stepMs: number): Promise<void> {
  const tookMs = performance.now() - startedAt;
  return delay(Math.ceil(stepMs - (tookMs % stepMs)));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** While an account is locked out, only networks it has signed in from before may try. */
const LOCK_OUT_MS = HOUR_MS;

export type SignInLimits = Readonly<{
  perAddress: RateLimiter;
  perAccountAndAddress: RateLimiter;
  inARow: RateLimiter;
  /** One point per hour, so that a lock-out is recorded once. */
  lockOutNotes: RateLimiter;
}>;

type LimitOptions = Readonly<{ redis?: Redis | undefined }>;

export const createSignInLimits = ({
  signInsPerMinute,
  redis,
}: LimitOptions & Readonly<{ signInsPerMinute: number }>): SignInLimits => ({
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
}: LimitOptions & Readonly<{ registrationsPerHour: number }>): RateLimiter =>
  createRateLimiter({ name: "registrations", points: registrationsPerHour, perMs: HOUR_MS, redis });

export type PasswordLimits = Readonly<{
  /** For a signed-in user who confirms the password. */
  perUser: RateLimiter;
  resetMailsPerAddress: RateLimiter;
  linksPerAddress: RateLimiter;
}>;

/**
 * Defaults: 15 password confirmations in ten minutes per user, 30 reset requests per hour and 30
 * links per minute from one address.
 */
export const createPasswordLimits = ({
  signInsPerMinute: points,
  redis,
}: LimitOptions & Readonly<{ signInsPerMinute: number }>): PasswordLimits => ({
  perUser: createRateLimiter({
    name: "passwords",
    points: Math.ceil(points / 2),
    perMs: 10 * MINUTE_MS,
    redis,
  }),
  resetMailsPerAddress: createRateLimiter({ name: "resets", points, perMs: HOUR_MS, redis }),
  linksPerAddress: createRateLimiter({ name: "links", points, perMs: MINUTE_MS, redis }),
});

/** Per tenant: each invitation is an email to a person who did not ask for it. */
export const createInvitationLimit = ({ redis }: LimitOptions): RateLimiter =>
  createRateLimiter({ name: "invitations", points: 30, perMs: HOUR_MS, redis });
