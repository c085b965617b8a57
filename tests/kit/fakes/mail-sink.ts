import PostalMime, { type Email } from "postal-mime";

import { startSmtpSink } from "#standalone/product/smtp-sink.ts";

export type ReceivedMail = Readonly<{ to: readonly string[]; email: Email; raw: string }>;

class SmtpRefusal extends Error {
  override readonly name = "SmtpRefusal";
  readonly responseCode: number;

  constructor(responseCode: number) {
    super("refused");
    this.responseCode = responseCode;
  }
}

/** A real SMTP server for one test: it records mails and can refuse them. */
export async function openMailSink() {
  const received: ReceivedMail[] = [];
  const refusals: number[] = [];
  const sink = await startSmtpSink({
    onLetter: async (raw, to) => {
      const code = refusals.shift();
      if (code !== undefined) throw new SmtpRefusal(code);
      received.push({ to, email: await PostalMime.parse(raw), raw: raw.toString("utf8") });
    },
  });
  return {
    ...sink,
    received,
    /** Mails to an address, in order. */
    sentTo: (address: string): ReceivedMail[] => received.filter(({ to }) => to.includes(address)),
    /** Answers the next mails with these codes. */
    refuse: (...codes: number[]): void => void refusals.push(...codes),
  };
}

export type MailSink = Awaited<ReturnType<typeof openMailSink>>;
