import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Mailer } from "#kernel/node/mail.ts";

import type { DeliveryPorts } from "./deliver.ts";
import type { LowStock } from "./low-stock.ts";

export type Addressee = Readonly<{ userId: UserId; email: string }>;

/** What mails stand on. */
export type MailPorts = DeliveryPorts &
  Readonly<{
    /** Of the platform, for what is about somebody's account. */
    mailer: Mailer;
    /** The shop's own where it has connected one. */
    mailerOf: (tenantId: TenantId) => Promise<Mailer>;
    ownerOf: (tenantId: TenantId) => Promise<Addressee | undefined>;
    lowStock: LowStock;
    publicUrl: string;
  }>;

export const businessNameOf = async (ports: MailPorts, tenantId: TenantId): Promise<string> =>
  (await readTenant(ports.store, tenantId))?.shop.name ?? "your business";

/** A page of the web app. */
export const pageOf = ({ publicUrl }: Pick<MailPorts, "publicUrl">, path: string): string =>
  new URL(path, publicUrl).href;
