import { createHash } from "node:crypto";

import * as z from "zod/mini";

import { systemContext } from "#command-api/event-store/system-context.ts";
import { deliver } from "#command-api/mail/deliver.ts";
import { receiptLetter } from "#command-api/mail/letters/receipt.ts";
import { pageOf } from "#command-api/mail/mail-ports.ts";
import { isErased } from "#command-api/sale/receipt-email.ts";
import { makeReceiptLink } from "#command-api/sale/receipt-link.ts";
import { recordedSale } from "#command-api/sale/void-sale.ts";
import { readTenant } from "#command-api/tenant-rules/alert-settings.ts";
import {
  localDate,
  tenantRulesStreams,
  toTenantRules,
} from "#command-api/tenant-rules/tenant-rules.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import type { Recorded } from "#kernel/contract/events/recorded.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { CommandId, type CustomerId, MailId, type SaleId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { causeOf } from "./account-mail.ts";
import type { Attempt, Job } from "./engine/job.ts";
import { afterEvents } from "./engine/reaction.ts";
import type { Reaction, ReactionPorts } from "./ports.ts";

/** A person asked for a receipt to be emailed. */
export const receiptEmail: Reaction = {
  after: afterEvents("ReceiptEmailRequested"),
  run: async (ports, job, attempt) => {
    const { store, sealer } = ports.mails;
    const event = await causeOf(ports.mails, job);
    if (event?.type !== "ReceiptEmailRequested") return;
    // The customer may have been erased since.
    const address = await sealer.open(job.tenantId, event.data.to);
    const sold = await recordedSale(store, job, event.data.saleId);
    if (address === undefined || !sold) return;
    const { copy } = event.data;
    await sendReceipt(ports, [job, attempt], { sold, address, copy });
  },
};

/**
 * Where the owner turned it on, a customer gets the receipt by email when the sale is recorded: once,
 * because the log is read once, and a job's email has an id of its own.
 */
export const customerReceipt: Reaction = {
  after: ({ customerId }) => (customerId === null ? undefined : {}),
  run: async (ports, job, attempt) => {
    const { mails } = ports;
    const setUp = await readTenant(mails.store, job.tenantId);
    const sold = await causeOf(mails, job);
    if (!setUp?.alerts.customerNotifications || sold?.type !== "SaleRecorded") return;
    if (isEnteredLater(sold, setUp.rules.timezone)) return;
    const address = await emailOf(mails, job, sold.data.customer?.id);
    if (address === undefined) return;
    await sendReceipt(ports, [job, attempt], { sold, address, skipsVoided: true });
  },
};

/** A past sale that a person typed in. A till's sale was handed over when it was made. */
const isEnteredLater = ({ meta, data, recordedMs }: Recorded<SaleRecorded>, zone: string) =>
  meta.source !== "till" && data.businessDate < localDate(recordedMs, zone);

/** A customer's snapshot, read by shape because slices do not import each other. */
const CustomerHead = z.object({ email: z.optional(Sealed) });

/** As it is now. Undefined if the customer has none, or was erased. */
async function emailOf(
  { store, sealer }: ReactionPorts["mails"],
  { tenantId, key }: Job,
  customerId: CustomerId | undefined,
): Promise<string | undefined> {
  if (customerId === undefined) return undefined;
  const commandId = CommandId.parse(key);
  const { heads } = await store.load({ tenantId, commandId, streams: [customerId] });
  const sealed = CustomerHead.safeParse(heads[0]?.state).data?.email;
  return sealed && sealer.open(tenantId, sealed);
}

type Receipt = Readonly<{
  sold: Recorded<SaleRecorded>;
  address: string;
  copy?: number | undefined;
  skipsVoided?: boolean;
}>;

async function sendReceipt(
  ports: ReactionPorts,
  [job, attempt]: readonly [Job, Attempt],
  { sold, address, copy, skipsVoided = false }: Receipt,
): Promise<void> {
  const { tenantId, actorId, key } = job;
  const mailId = MailId.parse(derivedId(key, "mail receipt"));
  const known = await readSaleAndSeller(ports, job, sold.data);
  if (!known || known.isErased) return;
  const { isVoid, seller } = known;
  if (isVoid && skipsVoided) return;
  const delivered = await deliver(ports.mails, {
    tenantId,
    actorId,
    ...attempt,
    mailId,
    kind: "receipt",
    to: { address, subjectId: sold.data.customer?.id ?? mailId },
    letter: receiptLetter({
      sale: sold.data,
      effects: sold.effects,
      soldMs: sold.occurredMs,
      isVoid,
      copy,
      shop: seller,
      page: await linkOf(ports, job, sold.data.saleId),
    }),
    mailer: await ports.mails.mailerOf(tenantId),
  });
  if (typeof delivered === "object" && !delivered.isFinal) throw new Error(delivered.failed);
}

const text = z.optional(z.nullable(z.string()));
const Contact = z.object({ phone: text, address: text, receiptFooter: text });
const SaleHead = z.object({ status: z.string() });

async function readSaleAndSeller(
  { mails }: ReactionPorts,
  { tenantId, key }: Job,
  { saleId, customer: buyer }: SaleRecorded["data"],
) {
  const { heads } = await mails.store.load({
    tenantId,
    commandId: CommandId.parse(key),
    streams: [...tenantRulesStreams(tenantId), saleId, ...(buyer ? [buyer.id] : [])],
  });
  const [tenant, settings, sale, customer] = heads;
  if (tenant?.state === undefined) return undefined;
  const { name, timezone } = toTenantRules(tenant, settings);
  const contact = Contact.parse(settings?.state ?? {});
  return {
    isErased: isErased(customer),
    isVoid: SaleHead.safeParse(sale?.state).data?.status === "voided",
    seller: {
      name,
      timezone,
      address: contact.address ?? undefined,
      phone: contact.phone ?? undefined,
      footer: contact.receiptFooter ?? undefined,
    },
  };
}

/** Undefined where the shop shares no links. Each email of a sale has the same one. */
async function linkOf(
  { mails, links }: ReactionPorts,
  { tenantId, actorId, key }: Job,
  saleId: SaleId,
): Promise<string | undefined> {
  const token = links.receiptToken(tenantId, saleId);
  const tokenSha256 = createHash("sha256").update(token).digest("hex");
  const what = "receipt link";
  const context = systemContext({ tenantId, actorId, about: key, what, nowMs: mails.clock() });
  const made = await makeReceiptLink(mails.store, context, { saleId, tokenSha256 });
  return isRejection(made) ? undefined : pageOf(mails, `/r/${token}`);
}
