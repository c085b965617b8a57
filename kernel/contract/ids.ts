import * as z from "zod/mini";

// Lower case only: Postgres treats both cases as one id, a comparison of texts does not.
const uuid = () => z.uuid("Must be a UUID").check(z.toLowerCase());

export const TenantId = uuid().brand<"TenantId">();
export type TenantId = z.infer<typeof TenantId>;

export const UserId = uuid().brand<"UserId">();
export type UserId = z.infer<typeof UserId>;

export const ProductId = uuid().brand<"ProductId">();
export type ProductId = z.infer<typeof ProductId>;

export const CustomerId = uuid().brand<"CustomerId">();
export type CustomerId = z.infer<typeof CustomerId>;

export const SaleId = uuid().brand<"SaleId">();
export type SaleId = z.infer<typeof SaleId>;

/** Made by the browser before the first try, and sent as `Idempotency-Key` with every try. */
export const CommandId = uuid().brand<"CommandId">();
export type CommandId = z.infer<typeof CommandId>;

export const SessionId = uuid().brand<"SessionId">();
export type SessionId = z.infer<typeof SessionId>;

export const NotificationId = uuid().brand<"NotificationId">();
export type NotificationId = z.infer<typeof NotificationId>;

export const MailId = uuid().brand<"MailId">();
export type MailId = z.infer<typeof MailId>;

export const ContactMessageId = uuid().brand<"ContactMessageId">();
export type ContactMessageId = z.infer<typeof ContactMessageId>;

export const BackupId = uuid().brand<"BackupId">();
export type BackupId = z.infer<typeof BackupId>;

/** A tenant, a product, a customer, a sale and a message are each a stream under their own id. */
export const StreamId = uuid().brand<"StreamId">();
export type StreamId =
  | z.infer<typeof StreamId>
  | TenantId
  | ProductId
  | CustomerId
  | SaleId
  | MailId
  | ContactMessageId;

/** The reserved tenant whose log is the platform's own. */
export const PLATFORM_TENANT_ID = TenantId.parse("00000000-0000-7000-8000-000000000001");

/** The actor of scheduled work and of requests without a session. */
export const SYSTEM_ID = UserId.parse("00000000-0000-7000-8000-000000000002");

/** An amount that is sold without a product has this id: a UUIDv5 of this name within the tenant. */
export const OPEN_ITEM = "open-item";
/** What reports call all of them, and a receipt one without a name. */
export const OPEN_ITEM_NAME = "Other items";

/** Screens show the last 8 characters of customer and sale ids. */
export const shortId = (id: string): string => id.slice(-8);
