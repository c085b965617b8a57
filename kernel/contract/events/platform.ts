// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { ContactSubject } from "#kernel/contract/choices.ts";
import { change, Sealed } from "#kernel/contract/events/fields.ts";
import { because, changed, type Sentences } from "#kernel/contract/events/sentences.ts";
import { BackupId, ContactMessageId } from "#kernel/contract/ids.ts";
import { MinorAmount } from "#kernel/contract/money.ts";

const ContactMessageReceived = z.object({
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

/** Prices are per month, in pesewas. */
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

/** `head` is the last event of the platform's own log in the backup; `events` counts all logs. */
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

/** `ok`: a backup, loaded into a new database, held what its manifest lists. */
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

/** An operator made a projection continue after an event that it could not apply. */
const ProjectionEventSkipped = z.object({
  type: z.literal("ProjectionEventSkipped"),
  data: z.object({ projection: z.string(), seq: z.int(), reason: z.string() }),
});

export const PlatformEvent = z.discriminatedUnion("type", [
  ContactMessageReceived,
  PlatformSettingsChanged,
  BackupTaken,
  RestoreTested,
  SystemAlertRaised,
  SystemAlertCleared,
  ProjectionEventSkipped,
]);
export type PlatformEvent = z.infer<typeof PlatformEvent>;

export const platformSentences: Sentences<PlatformEvent> = {
  ContactMessageReceived: ({ data }) => `received a contact message about ${data.subject}`,
  PlatformSettingsChanged: ({ data }) => `changed the platform settings: ${changed(data.changes)}`,
  BackupTaken: ({ data: { tenants, events } }) =>
    `took a backup of ${events} events from ${tenants} businesses`,
  RestoreTested: ({ data: { ok, error } }) =>
    `tested a restore, which ${ok ? "succeeded" : "failed"}${because(error)}`,
  SystemAlertRaised: ({ data }) => `raised a system alert: ${data.message}`,
  SystemAlertCleared: () => "cleared a system alert",
  ProjectionEventSkipped: ({ data: { projection, seq, reason } }) =>
    `skipped event ${seq} in the read model ${projection}${because(reason)}`,
};
