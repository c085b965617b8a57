import { createHash, createHmac, hkdfSync } from "node:crypto";

import type { CommandId, SaleId, TenantId } from "#kernel/contract/ids.ts";

export type MailLinkKind = "password-reset" | "invitation";

export type MailLinks = Readonly<{
  /**
   * The secret of an emailed link, 256 bits as base64url. It is derived from the command that
   * requested it, so the process that writes the email derives it again, and no log, queue or table
   * holds it.
   */
  tokenFor: (kind: MailLinkKind, tenantId: TenantId, commandId: CommandId) => string;
  /**
   * What opens the receipt of a sale from an email, as long as the tokens that browsers draw: the
   * same for each email of the sale.
   */
  receiptToken: (tenantId: TenantId, saleId: SaleId) => string;
}>;

const RECEIPT_TOKEN_BYTES = 16;

/** `secret` is REQUEST_HASH_KEY. A separate key is derived from it. */
export function createMailLinks(secret: Buffer): MailLinks {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "tillbook mail links", 32));
  const macOf = (text: string): Buffer => createHmac("sha256", key).update(text).digest();
  return {
    tokenFor: (kind, tenantId, commandId) =>
      macOf(`${kind}|${tenantId}|${commandId}`).toString("base64url"),
    receiptToken: (tenantId, saleId) =>
      macOf(`receipt|${tenantId}|${saleId}`).subarray(0, RECEIPT_TOKEN_BYTES).toString("base64url"),
  };
}

/** The page on which an invited person joins, with the secret of the invitation that this command made. */
export const invitationPath = (
  links: MailLinks,
  tenantId: TenantId,
  commandId: CommandId,
): string => `/auth/accept-invitation?token=${links.tokenFor("invitation", tenantId, commandId)}`;

/** The same page, on which a person without an email chooses a PIN instead of a password. */
export const pinLinkPath = (links: MailLinks, tenantId: TenantId, commandId: CommandId): string =>
  `${invitationPath(links, tenantId, commandId)}&for=pin`;

/** Tables hold this hash only. A fast hash is enough for 256 random bits. */
export const hashOfLinkToken = (token: string): Buffer =>
  createHash("sha256").update(token).digest();
