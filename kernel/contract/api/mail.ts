import * as z from "zod/mini";

import { EmailInput } from "#kernel/contract/api/auth.ts";
import { texts } from "#kernel/contract/texts.ts";

// The loose rule lets much pass for an address that a mail server reads as more than one, or as a header.
const ONE_ADDRESS = /^[^<>(),;:\\"[\]]+$/;
const ONE_LINE = /^[^\r\n]*$/;

/** One address to send to, and nothing beside it (H-20). */
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
/** `tenant_id` may be repeated, as on every legacy GET. */
export const TestMailQuery = z.object({ email: MailAddress });

export const AlertsSent = z.object({
  success: z.literal(true),
  message: z.string(),
  alerts_sent: z.int(),
});
