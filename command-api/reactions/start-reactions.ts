import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { createMailLinks } from "#command-api/mail-link.ts";
import { createLowStock } from "#command-api/mail/low-stock.ts";
import type { MailPorts } from "#command-api/mail/mail-ports.ts";
import { createProviders, type Providers } from "#command-api/settings/providers.ts";
import { type ProviderRules, reachMailServer } from "#command-api/settings/try-providers.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { createSecretBox } from "#kernel/node/crypto/secret-box.ts";
import { createRateLimiter } from "#kernel/node/limits/rate-limit.ts";
import type { Redis } from "#kernel/node/limits/redis.ts";
import type { Logger } from "#kernel/node/logging/logger.ts";
import { createMailer, type Mailer, type MailServer, noMailer } from "#kernel/node/mail.ts";
import {
  type ConnectionSettings,
  createPool,
  type Pool,
} from "#kernel/node/postgres/connections.ts";
import type { Clock } from "#kernel/node/time.ts";

import { type Reactor, startReactor } from "./engine/engine.ts";
import type { RetryPolicy } from "./engine/queue.ts";
import { createFigures } from "./figures.ts";
import { createLatestNote } from "./latest-note.ts";
import { createPeople } from "./people.ts";
import { createReactions, type ReactionPorts } from "./reactions.ts";

export type MailOptions = Readonly<{
  /** Absent: no mail is sent, and whoever asks for one is told so. */
  server?: MailServer | undefined;
  from: string;
  /** Where people reach the web app; a request's Host header is never believed. */
  publicUrl: string;
  testMailsPerHour: number;
  /** To the platform, from one address. */
  messagesPerHour: number;
}>;

export type FollowUpOptions = Readonly<{
  ports: Readonly<{ store: EventStore; sealer: Sealer; pool: Pool; accountPool: Pool }>;
  /** Seals what shops need to reach their providers. */
  dataKey: Buffer;
  providerRules?: ProviderRules | undefined;
  /** The secrets of mailed links follow from it. */
  requestHashKey: Buffer;
  deleteTenant: ReactionPorts["deleteTenant"];
  mail?: MailOptions | undefined;
  redis?: Redis | undefined;
  clock: Clock;
  logger: Logger;
  /** As role `jobs`. Absent: nothing follows from events here. */
  jobs?: ConnectionSettings | undefined;
  retry?: RetryPolicy | undefined;
}>;

const HOUR_MS = 3_600_000;
const STRICT: ProviderRules = { paystackUrl: "https://api.paystack.co", allowsPrivate: false };
const NO_MAIL: MailOptions = {
  from: "Tillbook <no-reply@tillbook.example>",
  publicUrl: "http://localhost:3000",
  testMailsPerHour: 5,
  messagesPerHour: 5,
};

/** Mails, and all that is done because something happened and not because somebody waits for it. */
export async function createFollowUp(options: FollowUpOptions) {
  const { clock, mail = NO_MAIL, redis } = options;
  const { store, sealer, pool, accountPool } = options.ports;
  const people = createPeople(accountPool);
  const box = createSecretBox(options.dataKey, "providers");
  const providers = createProviders(pool, box, clock);
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
  const reacting = await startReacting(options, { mails, people, providers });
  return {
    doors: {
      mail: {
        mails,
        testMails: hourly("test mails", mail.testMailsPerHour),
        alertMails: hourly("alert mails", mail.testMailsPerHour),
      },
      providers: { providers, rules },
      messages: hourly("messages", mail.messagesPerHour),
    },
    sendAgain: reacting.sendAgain,
    stop: reacting.stop,
  };
}

type Choice = Readonly<{
  providers: Providers;
  rules: ProviderRules;
  from: string;
  mailer: Mailer;
}>;

/** The shop's own server where it has connected one that may still be reached. */
async function mailerOf(tenantId: TenantId, { providers, rules, from, mailer }: Choice) {
  const own = await providers.smtp(tenantId);
  if (!own) return mailer;
  const server = await reachMailServer(own, rules);
  return server ? createMailer(server, own.user?.includes("@") ? own.user : from) : noMailer;
}

type Reacting = Pick<ReactionPorts, "mails" | "people"> & Readonly<{ providers: Providers }>;

async function startReacting(
  { jobs, clock, logger: log, requestHashKey, deleteTenant, retry }: FollowUpOptions,
  { mails, people, providers }: Reacting,
): Promise<Pick<Reactor, "sendAgain" | "stop">> {
  if (!jobs) return { sendAgain: () => Promise.resolve(false), stop: () => Promise.resolve() };
  const figures = createPool({ ...jobs, max: 1 });
  const work = createReactions({
    mails,
    people,
    links: createMailLinks(requestHashKey),
    figuresOf: createFigures(figures),
    latestNote: createLatestNote(figures),
    deleteTenant,
    forgetProviders: async (tenantId) => {
      await providers.drop(tenantId, "smtp");
      await providers.drop(tenantId, "paystack");
    },
  });
  const reactor = await startReactor({ database: jobs, clock, log, work, retry });
  return {
    sendAgain: reactor.sendAgain,
    stop: async () => {
      await reactor.stop();
      await figures.end();
    },
  };
}
