import type { MailKind } from "#kernel/contract/choices.ts";
import { MailId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { deliver } from "./deliver.ts";
import type { Letter } from "./letters/letter.ts";
import type { Addressee, MailPorts } from "./mail-ports.ts";

type AccountMail = Readonly<{
  tenantId: TenantId;
  actorId: UserId;
  kind: MailKind;
  to: Addressee;
  letter: Letter;
  /** What the mail follows from: the same again is the same mail. */
  key: string;
  attempt: string;
  isLastAttempt: boolean;
}>;

/** A mail of the platform's to one person. Throws while it may still be taken. */
export async function sendAccountMail(ports: MailPorts, mail: AccountMail): Promise<void> {
  const { to, key, kind, ...rest } = mail;
  const delivered = await deliver(ports, {
    ...rest,
    kind,
    mailId: MailId.parse(derivedId(key, `mail ${kind}`)),
    to: { address: to.email, subjectId: to.userId },
    mailer: ports.mailer,
  });
  if (typeof delivered === "object" && !delivered.isFinal) throw new Error(delivered.failed);
}
