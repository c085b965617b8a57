import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import type { TenantId, UserId } from "#kernel/contract/ids.ts";
import type { Mailer } from "#kernel/node/mail.ts";

import type { DeliveryPorts } from "./deliver.ts";
import type { LowProduct } from "./letters/business.ts";

export type Addressee = Readonly<{ userId: UserId; email: string }>;

export type LowStock = Readonly<{
  /** Marks and returns the products that run low now and were in no digest for a day. */
  claim: (
    tenantId: TenantId,
    threshold: number,
    alert: string,
  ) => Promise<readonly (LowProduct & { productId: string })[]>;
  /** Undoes a claim when the digest was not sent. */
  release: (tenantId: TenantId, alert: string) => Promise<void>;
}>;

export type MailPorts = DeliveryPorts &
  Readonly<{
    /** The platform's own, for emails about accounts. */
    mailer: Mailer;
    /** The tenant's own if one is connected. */
    mailerOf: (tenantId: TenantId) => Promise<Mailer>;
    ownerOf: (tenantId: TenantId) => Promise<Addressee | undefined>;
    lowStock: LowStock;
    publicUrl: string;
  }>;

export const businessNameOf = async (ports: MailPorts, tenantId: TenantId): Promise<string> =>
  (await readTenant(ports.store, tenantId))?.rules.name ?? "your business";

/** The URL of a page of the web app. */
export const pageOf = ({ publicUrl }: Pick<MailPorts, "publicUrl">, path: string): string =>
  new URL(path, publicUrl).href;
