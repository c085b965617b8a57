import { handleCommand } from "#command-api/event-store/handle-command.ts";
import { systemContext } from "#command-api/event-store/system-context.ts";
import {
  deletionRequested,
  invitation,
  passwordChanged,
  passwordReset,
  trialEnded,
} from "#command-api/mail/letters/account.ts";
import type { Letter } from "#command-api/mail/letters/letter.ts";
import { type Addressee, businessNameOf, pageOf } from "#command-api/mail/mail-ports.ts";
import { sendAccountMail } from "#command-api/mail/send-account-mail.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import { localDate } from "#command-api/tenant-rules/tenant-rules.ts";
import type { MailKind } from "#kernel/contract/choices.ts";
import { parseStored, type RecordedEvent } from "#kernel/contract/events/catalogue.ts";
import { StreamId } from "#kernel/contract/ids.ts";

import type { Job, Try } from "./engine/job.ts";
import type { ReactionPorts } from "./reactions.ts";

type Wanted = Readonly<{ kind: MailKind; to: Addressee | undefined; letter: Letter }>;

/** Mails about somebody's account. A link in one is made here and stands nowhere else. */
export async function reactToAccount(ports: ReactionPorts, job: Job, on: Try): Promise<void> {
  const [seq = 0] = job.seqs;
  const [stored] = await ports.mails.store.read.between(job.tenantId, seq, seq);
  if (!stored) return;
  const wanted = await mailFor(ports, job, parseStored(stored));
  if (!wanted?.to) return;
  const { tenantId, actorId, key } = job;
  await sendAccountMail(ports.mails, { ...wanted, to: wanted.to, tenantId, actorId, key, ...on });
}

const mailFor = async (ports: ReactionPorts, job: Job, event: RecordedEvent) =>
  (await personalMail(ports, job, event)) ?? shopMail(ports, job, event);

/** To who it is about. */
async function personalMail(
  { mails, people, links }: ReactionPorts,
  { tenantId }: Job,
  event: RecordedEvent,
): Promise<Wanted | undefined> {
  const linkTo = (kind: "password-reset" | "invitation", path: string) =>
    pageOf(mails, `${path}?token=${links.tokenFor(kind, tenantId, event.commandId)}`);
  if (event.type === "PasswordResetRequested") {
    const letter = passwordReset(linkTo("password-reset", "/auth/reset-password"));
    return { kind: "password-reset", to: await people.find(tenantId, event.data.userId), letter };
  }
  if (event.type === "PasswordChanged") {
    const letter = passwordChanged(pageOf(mails, "/auth/forgot-password"));
    return { kind: "password-changed", to: await people.find(tenantId, event.data.userId), letter };
  }
  if (event.type === "StaffInvited" || event.type === "InvitationResent") {
    const business = await businessNameOf(mails, tenantId);
    const letter = invitation(business, linkTo("invitation", "/auth/accept-invitation"));
    return { kind: "invitation", to: await people.find(tenantId, event.data.userId), letter };
  }
  return undefined;
}

/** To the owner. */
async function shopMail(
  { mails, people }: ReactionPorts,
  { tenantId }: Job,
  event: RecordedEvent,
): Promise<Wanted | undefined> {
  const settings = pageOf(mails, "/app/settings");
  if (event.type === "TrialEnded") {
    const letter = trialEnded(await businessNameOf(mails, tenantId), settings);
    return { kind: "trial-end", to: await people.ownerOf(tenantId), letter };
  }
  if (event.type === "AccountDeletionRequested") {
    const shop = (await readTenant(mails.store, tenantId))?.shop;
    const until = localDate(event.data.until, shop?.timezone ?? "UTC");
    const letter = deletionRequested(shop?.name ?? "your business", until, settings);
    return { kind: "account-deletion", to: await people.ownerOf(tenantId), letter };
  }
  return undefined;
}

/** Notes in the shop's log that its trial is over; the mail follows from that. */
export async function endTrial({ mails }: ReactionPorts, job: Job): Promise<void> {
  const { tenantId, key, actorId } = job;
  const known = await readTenant(mails.store, tenantId);
  if (!known) return;
  const streamId = StreamId.parse(tenantId);
  const what = "end the trial";
  const context = systemContext({ tenantId, actorId, about: key, what, nowMs: mails.clock() });
  await handleCommand<never>(mails.store, context, {
    streams: [streamId],
    decide: ([head]) => [
      {
        streamId,
        streamType: "tenant",
        expected: head?.version ?? 0,
        event: { type: "TrialEnded", data: { tenantId, plan: known.shop.plan } },
      },
    ],
  });
}
