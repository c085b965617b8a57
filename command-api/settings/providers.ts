import * as z from "zod/mini";

import type { TenantId } from "#kernel/contract/ids.ts";
import type { SecretBox } from "#kernel/node/crypto/secret-box.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

export const SmtpProvider = z.object({
  host: z.string(),
  port: z.int(),
  secure: z.boolean(),
  user: z.optional(z.string()),
  password: z.optional(z.string()),
});
export type SmtpProvider = z.infer<typeof SmtpProvider>;

export const PaystackProvider = z.object({ secretKey: z.string(), publicKey: z.string() });
export type PaystackProvider = z.infer<typeof PaystackProvider>;

export type ProviderKind = "smtp" | "paystack";

export type Providers = Readonly<{
  put: (tenantId: TenantId, kind: ProviderKind, secret: object) => Promise<void>;
  drop: (tenantId: TenantId, kind: ProviderKind) => Promise<void>;
  smtp: (tenantId: TenantId) => Promise<SmtpProvider | undefined>;
  paystack: (tenantId: TenantId) => Promise<PaystackProvider | undefined>;
}>;

/** Over a pool of role cmd_writer. Sealed credentials of one tenant do not open for another. */
export function createProviders(pool: Pool, box: SecretBox, clock: Clock): Providers {
  const ownerOf = (tenantId: TenantId, kind: ProviderKind): string => `${tenantId}|${kind}`;

  async function open(tenantId: TenantId, kind: ProviderKind): Promise<unknown> {
    const { rows } = await pool.query<{ sealed: Buffer | null }>(
      "select es.provider($1, $2) as sealed",
      [tenantId, kind],
    );
    const sealed = rows[0]?.sealed;
    if (!sealed) return undefined;
    return JSON.parse(box.open(ownerOf(tenantId, kind), sealed).toString("utf8"));
  }

  return {
    put: async (tenantId, kind, secret) => {
      const sealed = box.seal(ownerOf(tenantId, kind), Buffer.from(JSON.stringify(secret)));
      await pool.query("select es.put_provider($1, $2, $3, $4)", [tenantId, kind, sealed, clock()]);
    },
    drop: async (tenantId, kind) => {
      await pool.query("select es.drop_provider($1, $2)", [tenantId, kind]);
    },
    smtp: async (tenantId) => z.optional(SmtpProvider).parse(await open(tenantId, "smtp")),
    paystack: async (tenantId) =>
      z.optional(PaystackProvider).parse(await open(tenantId, "paystack")),
  };
}
