import * as z from "zod/mini";

import { AccessLogEntry } from "#kernel/contract/api/account.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";

import { Pagination, PlatformListQuery } from "./figures.ts";

export const InboxMessage = z.object({
  id: z.string(),
  subject: z.string(),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company: z.nullable(z.string()),
  message: z.nullable(z.string()),
  received_at: z.string(),
});
export type InboxMessage = z.infer<typeof InboxMessage>;

const MailStatus = z.enum(["pending", "success", "failed"]);
export const MailsQuery = z.extend(PlatformListQuery, { status: z.optional(MailStatus) });

export const MailItem = z.object({
  id: z.string(),
  tenant_id: z.string(),
  tenant_name: z.nullable(z.string()),
  kind: z.string(),
  to_email: z.nullable(z.string()),
  subject: z.string(),
  status: MailStatus,
  error: z.nullable(z.string()),
  requested_at: z.string(),
  settled_at: z.nullable(z.string()),
});
export type MailItem = z.infer<typeof MailItem>;

/** The tenant on whose behalf it was sent. */
export const ResendMailRequest = z.strictObject({ tenant_id: IdInput });

export const ParkedProjection = z.object({
  tenant_id: z.string(),
  tenant_name: z.nullable(z.string()),
  projection: z.string(),
  seq: z.int(),
  event_type: z.string(),
  error: z.string(),
  parked_at: z.string(),
});
export type ParkedProjection = z.infer<typeof ParkedProjection>;

export const AccessLogLine = z.extend(AccessLogEntry, {
  tenant_id: z.nullable(z.string()),
  tenant_name: z.nullable(z.string()),
});
export type AccessLogLine = z.infer<typeof AccessLogLine>;

export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), pagination: Pagination });
