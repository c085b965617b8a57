import {
  type Accepted,
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import type { ContactRequest } from "#kernel/contract/api/contact.ts";
import { ContactMessageId } from "#kernel/contract/ids.ts";
import type { Rejection } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { derivedId } from "#kernel/node/ids.ts";

/**
 * Into the platform's log. The sender has no account, so all but the subject is sealed under the
 * message's own key.
 */
export async function receiveMessage(
  { store, sealer }: Readonly<{ store: EventStore; sealer: Sealer }>,
  context: CommandContext,
  message: ContactRequest,
): Promise<Accepted | Rejection<ShellRejectionCode>> {
  const messageId = ContactMessageId.parse(derivedId(context.commandId, "contact message"));
  const seal = (text: string) => sealer.seal(context.tenantId, messageId, text);
  const { subject, company } = message;
  return handleCommand<never>(store, context, {
    streams: [messageId],
    decide: async () => [
      {
        streamId: messageId,
        streamType: "contact-message",
        expected: 0,
        event: {
          type: "ContactMessageReceived",
          data: {
            messageId,
            subject,
            firstName: await seal(message.first_name),
            lastName: await seal(message.last_name),
            email: await seal(message.email),
            ...(company === undefined ? {} : { company: await seal(company) }),
            message: await seal(message.message),
          },
        },
      },
    ],
  });
}
