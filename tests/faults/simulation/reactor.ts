import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { createMailLinks } from "#command-api/mail-link.ts";
import { createLowStock } from "#command-api/mail/low-stock.ts";
import type { MailPorts } from "#command-api/mail/mail-ports.ts";
import { startReactionEngine } from "#command-api/reactions/engine/engine.ts";
import type { ReactionPorts } from "#command-api/reactions/ports.ts";
import { REACTIONS } from "#command-api/reactions/start-reactions.ts";
import { createSealer } from "#kernel/node/crypto/seal.ts";
import { subjectKeys } from "#kernel/node/crypto/subject-keys.ts";
import type { Clock } from "#kernel/node/time.ts";
import { userId } from "#tests/kit/builders/fixed-ids.ts";
import { connectionAs, poolAs } from "#tests/kit/database/test-roles.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

import { DATA_KEY } from "./processes.ts";
import type { Running } from "./slot.ts";

/** An email that the mail server took. */
export type Sent = Readonly<{ messageId: string; to: string; text: string }>;

/** The only person of a shop; both shops have the same. */
const OWNER = { userId: userId(1), email: "owner@simulation.example" };
const RETRY = { retries: 5, delaySeconds: 1, mostSeconds: 1 };

/** Follows the log and reacts to it: notifications and emails about low stock. */
export async function startReactor({
  url,
  clock,
  sent,
  signal,
}: Readonly<{ url: string; clock: Clock; sent: Sent[]; signal: AbortSignal }>): Promise<Running> {
  const pool = poolAs("cmd_writer", url, 2);
  const jobsPool = poolAs("jobs", url, 1);
  const store = createEventStore(pool);
  const mailer: MailPorts["mailer"] = {
    send: async ({ messageId, to, text }) => {
      signal.throwIfAborted();
      sent.push({ messageId, to, text });
      return `taken ${messageId}`;
    },
  };
  const ports: ReactionPorts = {
    mails: {
      store,
      sealer: createSealer({ dataKey: DATA_KEY, clock, ...subjectKeys(pool) }),
      clock,
      mailer,
      mailerOf: async () => mailer,
      ownerOf: async () => OWNER,
      lowStock: createLowStock(pool, clock),
      publicUrl: "https://simulation.example",
    },
    people: {
      ownerOf: async () => OWNER,
      find: async () => OWNER,
      namesOf: async () => new Map(),
      withRole: async () => [OWNER.userId],
    },
    links: createMailLinks(DATA_KEY),
    jobsPool,
    forgetProviders: async () => undefined,
  };
  const engine = await startReactionEngine({
    database: connectionAs("jobs", url),
    triggers: REACTIONS,
    work: (job, attempt) => REACTIONS[job.kind].run(ports, job, attempt),
    retry: RETRY,
    clock,
    log: silent,
  });
  return {
    stop: async () => {
      await engine.stop();
      await Promise.all([pool.end(), jobsPool.end()]);
    },
  };
}
