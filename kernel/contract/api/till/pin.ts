import * as z from "zod/mini";

import { PasswordInput } from "#kernel/contract/api/auth.ts";
import { SessionUser } from "#kernel/contract/api/session.ts";
import { TillNumber } from "#kernel/contract/api/till/tills.ts";
import { TenantId, UserId } from "#kernel/contract/ids.ts";

/** 4 to 6 digits; people who may approve have 6. */
export const Pin = z.string().check(z.regex(/^\d{4,6}$/, "A PIN has 4 to 6 digits"));

/** `PUT /api/v1/account/pin`. The password proves who sets it. */
export const SetPinRequest = z.strictObject({ pin: Pin, password: PasswordInput });
export type SetPinRequest = z.infer<typeof SetPinRequest>;

/** `POST /api/v1/till/unlock`, signed by the till. It needs no session. */
export const UnlockRequest = z.strictObject({
  tenant: TenantId,
  till: TillNumber,
  user: UserId,
  pin: Pin,
});
export type UnlockRequest = z.infer<typeof UnlockRequest>;

/** Wrong PIN, unknown person, a person who may not sell or has no PIN: 403 `wrong-pin`; locked: 429. */
export const UNLOCK_PATH = "/api/v1/till/unlock";

/** A till session: it reaches only what a till needs. `until` is ISO-8601. */
export const UnlockAnswer = z.object({ token: z.string(), user: SessionUser, until: z.string() });
export type UnlockAnswer = z.infer<typeof UnlockAnswer>;

/** What one approval allows. */
export const ApprovedAct = z.enum(["price", "discount", "gift", "oversell"]);
export type ApprovedAct = z.infer<typeof ApprovedAct>;

/** The same approval also allows a sale above the stock. */
export const AlsoOversell = z.optional(z.literal(true));
