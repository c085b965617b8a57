import { type EventStore, handleCommand } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { systemContext } from "#command-api/event-store/system-context.ts";
import type { MailKind } from "#kernel/contract/events/notification.ts";
import { type MailId, type TenantId, type UserId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { type Sealer, sealUnlessErased } from "#kernel/node/crypto/seal.ts";
import { MailError, type Mailer } from "#kernel/node/mail.ts";
import type { Clock } from "#kernel/node/time.ts";

import type { EmailMessage } from "./letters/letter.ts";
import { mail, type MailCommand, MailState } from "./mail.ts";

export type DeliveryPorts = Readonly<{ store: EventStore; sealer: Sealer; clock: Clock }>;

export type Delivery = Readonly<{
  tenantId: TenantId;
  mailId: MailId;
  kind: MailKind;
  /**
   * `subjectId`: the person whose address it is, or the email's own id when the person is unknown.
   */
  to: Readonly<{ address: string; subjectId: string }>;
  letter: EmailMessage;
  actorId: UserId;
  mailer: Mailer;
  /** Names this attempt, so that its failure is recorded once. */
  attempt: string;
  isLastAttempt: boolean;
}>;

export type Delivered = "accepted" | "refused" | Readonly<{ failed: string; isFinal: boolean }>;

/** Kinds that the first release of the log did not have: an older process would refuse their events. */
const LATER_KINDS: ReadonlySet<MailKind> = new Set(["tax-threshold", "receipt"]);

/**
 * Records the email, hands it to the mail server, and records the result. A repeated call continues
 * where the last one stopped. It sends twice only if the process died between the server's answer
 * and its record.
 */
export async function deliver(ports: DeliveryPorts, delivery: Delivery): Promise<Delivered> {
  const status = await statusOf(ports, delivery);
  if (status === "accepted") return "accepted";
  if (status === "unknown" && !(await request(ports, delivery))) return "refused";
  const { mailId, letter, to, mailer, attempt, isLastAttempt } = delivery;
  try {
    const messageId = `<${mailId}@tillbook>`;
    const providerId = await mailer.send({ ...letter, to: to.address, messageId });
    await note(ports, delivery, { type: "AcceptMail", mailId, providerId });
    return "accepted";
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const isFinal = error.isFinal || isLastAttempt;
    const failure = { type: "FailMail", mailId, error: error.message, final: isFinal } as const;
    await note(ports, delivery, failure, `failed ${attempt}`);
    return { failed: error.message, isFinal };
  }
}

async function statusOf({ store }: DeliveryPorts, delivery: Delivery) {
  const { tenantId, mailId } = delivery;
  const { commandId } = contextOf(delivery, "RequestMail", 0);
  const streams = [mailId];
  const { heads } = await store.load({ tenantId, commandId, streams });
  return MailState.safeParse(heads[0]?.state).data?.status ?? "unknown";
}

/** False when the tenant is suspended and takes no commands, or the person was erased. */
async function request(ports: DeliveryPorts, delivery: Delivery): Promise<boolean> {
  const { tenantId, mailId, kind, to, letter } = delivery;
  const sealed = await sealUnlessErased(ports.sealer, tenantId, to.subjectId, to.address);
  if (!sealed) return false;
  const { subject } = letter;
  return note(ports, delivery, { type: "RequestMail", mailId, kind, to: sealed, subject });
}

async function note(
  { store, clock }: DeliveryPorts,
  delivery: Delivery,
  command: MailCommand,
  what: string = command.type,
): Promise<boolean> {
  const streamId = delivery.mailId;
  const outcome = await handleCommand<never>(store, contextOf(delivery, what, clock()), {
    streams: [streamId],
    format: LATER_KINDS.has(delivery.kind) ? 2 : 1,
    decide: ([head = NO_HEAD]) => planStream({ decider: mail, streamId, head, command }),
  });
  if (!isRejection(outcome)) return true;
  // An older process cannot read this email's kind. It is sent when that process has gone.
  if (outcome.rejected === "server-updating") throw new Error("an older process reads the log");
  return false;
}

const contextOf = ({ tenantId, actorId, mailId }: Delivery, what: string, nowMs: number) =>
  systemContext({ tenantId, actorId, about: mailId, what, nowMs });
