import * as z from "zod/mini";

import { EmailInput } from "#kernel/contract/api/auth.ts";
import { CopyNumber } from "#kernel/contract/api/till/receipt-copies.ts";
import { texts } from "#kernel/contract/texts.ts";

/** An entry of the list of recent emails. */
export const MailItem = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  to_email: z.nullable(z.string()),
  sent_at: z.string(),
  status: z.enum(["pending", "success", "failed"]),
  error: z.nullable(z.string()),
});
export type MailItem = z.infer<typeof MailItem>;

export const MailLog = z.object({ notifications: z.array(MailItem) });
export type MailLog = z.infer<typeof MailLog>;

// The loose email rule accepts texts that a mail server reads as several addresses or as a header.
const ONE_ADDRESS = /^[^<>(),;:\\"[\]]+$/;
const ONE_LINE = /^[^\r\n]*$/;

/** Exactly one address to send to. */
const MailAddress = z.pipe(
  z
    .string(texts.mails.addressMissing)
    .check(
      z.minLength(1, texts.mails.addressMissing),
      z.regex(ONE_LINE, texts.registration.emailInvalid),
    ),
  EmailInput.check(z.regex(ONE_ADDRESS, texts.registration.emailInvalid)),
);

export const TestMailRequest = z.strictObject({ email: MailAddress });
/** `tenant_id` may be sent, as with every legacy GET. */
export const TestMailQuery = z.object({ email: MailAddress });

/** Where the receipt of a sale goes. `copy`: its number, if the receipt was handed out before. */
export const ReceiptEmailRequest = z.strictObject({
  email: MailAddress,
  copy: z.optional(CopyNumber),
});
export type ReceiptEmailRequest = z.infer<typeof ReceiptEmailRequest>;

export const AlertsResult = z.object({
  success: z.literal(true),
  message: z.string(),
  alerts_sent: z.int(),
});
