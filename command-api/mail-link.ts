import { createHash, createHmac, hkdfSync } from "node:crypto";

import type { CommandId, TenantId } from "#kernel/contract/ids.ts";

export type MailLinkKind = "password-reset" | "invitation";

export type MailLinks = Readonly<{
  /**
   * The secret of a link that is mailed, 256 bits as base64url. It follows from the command that asked for it, so
   * whoever writes the mail later makes the same one again: it stands in no log, queue or table.
   */
  tokenFor: (kind: MailLinkKind, tenantId: TenantId, commandId: CommandId) => string;
}>;

/** `secret` is REQUEST_HASH_KEY wherever links are made or mailed: they get a key of their own from it. */
export function createMailLinks(secret: Buffer): MailLinks {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "tillbook mail links", 32));
  return {
    tokenFor: (kind, tenantId, commandId) =>
      createHmac("sha256", key).update(`${kind}|${tenantId}|${commandId}`).digest("base64url"),
  };
}

/** What tables keep of a token. It has 256 random bits: a fast hash is enough. */
export const hashOfLinkToken = (token: string): Buffer =>
  createHash("sha256").update(token).digest();
