import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import { texts } from "#kernel/contract/texts.ts";

// RFC 6238 with the parameters of every authenticator app: SHA-1, six digits, 30 s steps.

const SEED_BYTES = 20;
const STEP_MS = 30_000;
const DIGITS = 6;
/** Tolerates phone clocks that are slightly off. */
const STEPS_OFF = 1;

export const newSeed = (): Buffer => randomBytes(SEED_BYTES);

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BITS = 5;

/** For typing into an app. 20 bytes are exactly 32 letters, so no padding is needed. */
export function toBase32(seed: Buffer): string {
  const bits = [...seed].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = bits.match(new RegExp(`.{1,${BITS}}`, "g")) ?? [];
  return letters.map((five) => BASE32[Number.parseInt(five.padEnd(BITS, "0"), 2)]).join("");
}

/** The content of the QR code. */
export function toOtpUri(seed: Buffer, account: string): string {
  const label = `${encodeURIComponent(texts.product)}:${encodeURIComponent(account)}`;
  const issuer = encodeURIComponent(texts.product);
  return `otpauth://totp/${label}?secret=${toBase32(seed)}&issuer=${issuer}`;
}

export const stepOf = (nowMs: number): number => Math.floor(nowMs / STEP_MS);

export function codeOf(seed: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", seed).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

const CODE = /^\d{6}$/;

/** The step of a code that is valid now and later than the last used step. */
export function matchingStep(
  seed: Buffer,
  code: string,
  { nowMs, lastStep }: Readonly<{ nowMs: number; lastStep: number }>,
): number | undefined {
  if (!CODE.test(code)) return undefined;
  const givenBytes = Buffer.from(code);
  const now = stepOf(nowMs);
  for (let step = now - STEPS_OFF; step <= now + STEPS_OFF; step++) {
    const isRight = timingSafeEqual(givenBytes, Buffer.from(codeOf(seed, step)));
    if (isRight && step > lastStep) return step;
  }
  return undefined;
}
