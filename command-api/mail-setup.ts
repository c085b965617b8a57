import type { TenantId } from "#kernel/contract/ids.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { createSecretBox } from "#kernel/node/crypto/secret-box.ts";
import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import type { Redis } from "#kernel/node/limits/redis.ts";
import { createMailer, type Mailer, type MailServer, noMailer } from "#kernel/node/mail.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import type { EventStore } from "./event-store/handle-command.ts";
import { createLowStock } from "./mail/low-stock.ts";
import type { MailPorts } from "./mail/mail-ports.ts";
import { createPeople } from "./reactions/people.ts";
import { createProviders, type Providers } from "./settings/providers.ts";
import { type ProviderRules, reachMailServer } from "./settings/try-providers.ts";

export type MailOptions = Readonly<{
  /** Absent: no email is sent, and a request to send one fails. */
  server?: MailServer | undefined;
  from: string;
  /** Links in emails point here, never to a request's Host header. */
  publicUrl: string;
  testMailsPerHour: number;
  /** Contact messages to the platform, per sender address. */
  messagesPerHour: number;
  /** Receipts that the people of a tenant email. */
  receiptMailsPerHour?: number | undefined;
}>;

export type MailSetupOptions = Readonly<{
  ports: Readonly<{ store: EventStore; sealer: Sealer; pool: Pool; accountPool: Pool }>;
  /** Seals the credentials of tenants for their providers. */
  dataKey: Buffer;
  providerRules?: ProviderRules | undefined;
  mail?: MailOptions | undefined;
  redis?: Redis | undefined;
  clock: Clock;
}>;

const HOUR_MS = 3_600_000;
/** More than a busy shop sends, and less than a sender of unwanted email needs. */
const RECEIPT_MAILS = 200;
const STRICT: ProviderRules = { paystackUrl: "https://api.paystack.co", allowsPrivate: false };
const NO_MAIL: MailOptions = {
  from: "Tillbook <no-reply@tillbook.example>",
  publicUrl: "http://localhost:3000",
  testMailsPerHour: 5,
  messagesPerHour: 5,
};

/** The parts that routes and reactions need to send emails, and the tenants' own providers. */
export function setUpMail(options: MailSetupOptions) {
  const { clock, mail = NO_MAIL, redis } = options;
  const { store, sealer, pool, accountPool } = options.ports;
  const people = createPeople(accountPool);
  const providers = createProviders(pool, createSecretBox(options.dataKey, "providers"), clock);
  const rules = options.providerRules ?? STRICT;
  const mailer = mail.server ? createMailer(mail.server, mail.from) : noMailer;
  const mails: MailPorts = {
    store,
    sealer,
    clock,
    mailer,
    mailerOf: (tenantId) => mailerOf(tenantId, { providers, rules, from: mail.from, mailer }),
    ownerOf: people.ownerOf,
    lowStock: createLowStock(pool, clock),
    publicUrl: mail.publicUrl,
  };
  const hourly = (name: string, points: number) =>
    createRateLimiter({ name, points, perMs: HOUR_MS, redis });
  return {
    mails,
    people,
    forgetProviders: async (tenantId: TenantId): Promise<void> => {
      await providers.drop(tenantId, "smtp");
      await providers.drop(tenantId, "paystack");
    },
    routeDeps: {
      mail: {
        mails,
        testMails: hourly("test mails", mail.testMailsPerHour),
        alertMails: hourly("alert mails", mail.testMailsPerHour),
      },
      providers: { providers, rules },
      messages: hourly("messages", mail.messagesPerHour),
      receiptMails: hourly("receipt mails", mail.receiptMailsPerHour ?? RECEIPT_MAILS),
    },
  };
}

type Fallback = Readonly<{
  providers: Providers;
  rules: ProviderRules;
  from: string;
  mailer: Mailer;
}>;

/** The tenant's own server if one is connected, else the platform's. Sends nothing if it may not be reached. */
async function mailerOf(tenantId: TenantId, { providers, rules, from, mailer }: Fallback) {
  const own = await providers.smtp(tenantId);
  if (!own) return mailer;
  const server = await reachMailServer(own, rules);
  return server ? createMailer(server, own.user?.includes("@") ? own.user : from) : noMailer;
}
