// These names and shapes are stored for ever. Add optional fields; never rename, retype or remove one.
import * as z from "zod";

import { ContactSubject } from "#kernel/contract/choices.ts";
import { change, Sealed } from "#kernel/contract/events/fields.ts";
import { BackupId, ContactMessageId } from "#kernel/contract/ids.ts";
import { MinorAmount } from "#kernel/contract/money.ts";

export const ContactMessageReceived = z.object({
  type: z.literal("ContactMessageReceived"),
  data: z.object({
    messageId: ContactMessageId,
    subject: ContactSubject,
    firstName: Sealed,
    lastName: Sealed,
    email: Sealed,
    company: z.optional(Sealed),
    message: Sealed,
  }),
});
export type ContactMessageReceived = z.infer<typeof ContactMessageReceived>;

/** Prices are a month, in cedis (R16). */
export const PlatformSettingsChanged = z.object({
  type: z.literal("PlatformSettingsChanged"),
  data: z.object({
    changes: z.object({
      premiumPriceMinor: change(MinorAmount),
      enterprisePriceMinor: change(MinorAmount),
      trialDays: change(z.int()),
      maintenanceBanner: change(z.nullable(z.string())),
    }),
  }),
});
export type PlatformSettingsChanged = z.infer<typeof PlatformSettingsChanged>;

/** `head` is the position of the platform's own log in it; `events` are those of all logs. */
export const BackupTaken = z.object({
  type: z.literal("BackupTaken"),
  data: z.object({
    backupId: BackupId,
    head: z.int(),
    bytes: z.int(),
    tenants: z.int(),
    events: z.int(),
    takenMs: z.int(),
  }),
});
export type BackupTaken = z.infer<typeof BackupTaken>;

/** A backup was read back into a database made for it, and either held what its manifest says or did not. */
export const RestoreTested = z.object({
  type: z.literal("RestoreTested"),
  data: z.object({ backupId: BackupId, ok: z.boolean(), error: z.optional(z.string()) }),
});
export type RestoreTested = z.infer<typeof RestoreTested>;

export const SystemAlertRaised = z.object({
  type: z.literal("SystemAlertRaised"),
  data: z.object({ alertId: z.string(), kind: z.string(), message: z.string() }),
});
export type SystemAlertRaised = z.infer<typeof SystemAlertRaised>;

export const SystemAlertCleared = z.object({
  type: z.literal("SystemAlertCleared"),
  data: z.object({ alertId: z.string() }),
});
export type SystemAlertCleared = z.infer<typeof SystemAlertCleared>;
