import { deliver } from "#command-api/mail/deliver.ts";
import type { EmailMessage } from "#command-api/mail/letters/letter.ts";
import type { Addressee, MailPorts } from "#command-api/mail/mail-ports.ts";
import { parseStored, type RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import type { MailKind } from "#kernel/contract/events/notification.ts";
import { MailId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import type { Attempt, Job } from "./engine/job.ts";

type AccountMail = Readonly<{ kind: MailKind; to: Addressee | undefined; letter: EmailMessage }>;

/**
 * Sends an email of the platform to one person; sends none if the person has no address. Throws if
 * another attempt may succeed. Its id is derived from the job, so the same job sends the same
 * email.
 */
export async function sendAccountMail(
  mails: MailPorts,
  [{ tenantId, actorId, key }, attempt]: readonly [Job, Attempt],
  { kind, to, letter }: AccountMail,
): Promise<void> {
  if (!to) return;
  const delivered = await deliver(mails, {
    tenantId,
    actorId,
    ...attempt,
    kind,
    letter,
    mailId: MailId.parse(derivedId(key, `mail ${kind}`)),
    to: { address: to.email, subjectId: to.userId },
    mailer: mails.mailer,
  });
  if (typeof delivered === "object" && !delivered.isFinal) throw new Error(delivered.failed);
}

/** The event that caused a job. */
export async function causeOf(
  { store }: MailPorts,
  { tenantId, seqs: [seq = 0] }: Job,
): Promise<RecordedEvent | undefined> {
  const [stored] = await store.read.between(tenantId, seq, seq);
  return stored && parseStored(stored);
}
