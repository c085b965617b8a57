import * as z from "zod";

import { type EventType, isEventType, schemaVersion } from "#kernel/contract/event-types.ts";
import { ApprovalEvent, approvalSentences } from "#kernel/contract/events/approval.ts";
import { CustomerEvent, customerSentences } from "#kernel/contract/events/customer.ts";
import { IssueEvent, issueSentences } from "#kernel/contract/events/issue.ts";
import { NotificationEvent, notificationSentences } from "#kernel/contract/events/notification.ts";
import { isPlainSale, toEffects } from "#kernel/contract/events/plain-sale.ts";
import { PlatformEvent, platformSentences } from "#kernel/contract/events/platform.ts";
import { ProductEvent, productSentences } from "#kernel/contract/events/product.ts";
import {
  type Applied,
  type EventEffects,
  EventMeta,
  type Recorded,
  type StoredEvent,
  type StoredToApply,
} from "#kernel/contract/events/recorded.ts";
import {
  ReceiptEvent,
  receiptSentences,
  SaleEvent,
  saleSentences,
} from "#kernel/contract/events/sale.ts";
import type { Sentences } from "#kernel/contract/events/sentences.ts";
import { SettingsEvent, settingsSentences } from "#kernel/contract/events/settings.ts";
import { StaffEvent, staffSentences } from "#kernel/contract/events/staff.ts";
import { TenantEvent, tenantSentences } from "#kernel/contract/events/tenant.ts";
import { TillEvent, tillSentences } from "#kernel/contract/events/till.ts";

export const TillbookEvent = z.discriminatedUnion("type", [
  ...SaleEvent.options,
  ...ReceiptEvent.options,
  ...ProductEvent.options,
  ...CustomerEvent.options,
  ...TenantEvent.options,
  ...SettingsEvent.options,
  ...StaffEvent.options,
  ...TillEvent.options,
  ...ApprovalEvent.options,
  ...IssueEvent.options,
  ...NotificationEvent.options,
  ...PlatformEvent.options,
]);
/** A shape whose type event-types.ts does not list does not compile. */
type Listed<Event extends Readonly<{ type: EventType }>> = Event;
export type TillbookEvent = Listed<z.infer<typeof TillbookEvent>>;
export type RecordedEvent = Recorded<TillbookEvent>;
export type AppliedEvent = Applied<TillbookEvent>;

/** A type that event-types.ts lists without a shape and a sentence does not compile. */
export const SENTENCES: Sentences<TillbookEvent> & Readonly<Record<EventType, unknown>> = {
  ...saleSentences,
  ...receiptSentences,
  ...productSentences,
  ...customerSentences,
  ...tenantSentences,
  ...settingsSentences,
  ...staffSentences,
  ...tillSentences,
  ...approvalSentences,
  ...issueSentences,
  ...notificationSentences,
  ...platformSentences,
};

type Upcaster = (data: unknown) => unknown;

/** `${type}@${version}` turns the data of that version into the data of the next. */
const UPCASTERS: Readonly<Record<string, Upcaster>> = {};

/** Brings the data of an older version up to today's, step by step. */
export function upcast(
  type: EventType,
  version: number,
  data: unknown,
  upcasters: Readonly<Record<string, Upcaster>> = UPCASTERS,
): unknown {
  let current = data;
  for (let v = version; v < schemaVersion(type); v++) {
    const step = upcasters[`${type}@${v}`];
    if (!step) throw new Error(`no upcaster from ${type} version ${v}`);
    current = step(current);
  }
  return current;
}

/** Parses a stored event. Throws for an unknown type, a newer version or a wrong shape. */
export const parseStored = (stored: StoredEvent): RecordedEvent => ({
  ...stored,
  ...parseBody(stored),
  meta: EventMeta.parse(JSON.parse(stored.meta)),
});

/** In the text of a meta that has flags. */
const FLAGS = '"flags":';

/** The same for read models, without what they do not need. */
export const parseApplied = (stored: StoredToApply): AppliedEvent => ({
  ...stored,
  ...parseBody(stored),
  ...(stored.meta?.includes(FLAGS) && { flagged: EventMeta.parse(JSON.parse(stored.meta)) }),
});

function parseBody(stored: StoredToApply): TillbookEvent & Readonly<{ effects: EventEffects }> {
  const { type, schemaV } = stored;
  if (!isEventType(type)) throw new Error(`unknown event type ${type}`);
  if (schemaV > schemaVersion(type)) {
    throw new Error(`${type} version ${schemaV} is newer than this build`);
  }
  const data: unknown = upcast(type, schemaV, JSON.parse(stored.data));
  const effects = toEffects(JSON.parse(stored.effects ?? "{}"));
  if (type === "SaleRecorded" && isPlainSale(data)) return { type, data, effects };
  return { ...TillbookEvent.parse({ type, data }), effects };
}
