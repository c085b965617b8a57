import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import { MailId } from "#kernel/contract/ids.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { deliver, type Delivered } from "./deliver.ts";
import { testLetter } from "./letters/business.ts";
import { businessNameOf, type MailPorts } from "./mail-ports.ts";

/** One mail for a key and an address, however often it is asked for; who asks waits for the server's word. */
export async function sendTestMail(
  ports: MailPorts,
  { tenantId, actorId, commandId }: CommandContext,
  email: string,
): Promise<Delivered> {
  const mailId = MailId.parse(derivedId(commandId, `test mail|${email}`));
  return deliver(ports, {
    tenantId,
    mailId,
    kind: "test",
    to: { address: email, subjectId: mailId },
    letter: testLetter(await businessNameOf(ports, tenantId)),
    actorId,
    mailer: await ports.mailerOf(tenantId),
    attempt: "at once",
    isLastAttempt: true,
  });
}
