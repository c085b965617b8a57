// These names and shapes are stored for ever. Add optional fields; never rename, retype or remove one.
import * as z from "zod/mini";

import { UserId } from "#kernel/contract/ids.ts";
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

export const StaffEvent = z.discriminatedUnion("type", [
  StaffJoined,
  SignedIn,
  LockedOut,
  SessionsEnded,
]);
export type StaffEvent = z.infer<typeof StaffEvent>;
