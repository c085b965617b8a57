import nodemailer from "nodemailer";
import * as z from "zod/mini";

export type EmailMessage = Readonly<{
  /** A single address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every try, so that a repeated email can be recognised. */
  messageId: string;
}>;

export type Mailer = Readonly<{
  /**
   * Resolves with the server's id for the email once the server has taken it; else rejects with a
   * `MailError`.
   */
  send: (letter: EmailMessage) => Promise<string>;
}>;

/** `isFinal`: retrying will not help. The message contains no address. */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

export type MailServer = Readonly<{
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS if the server offers it. */
  secure: boolean;
  user?: string | undefined;
  password?: string | undefined;
  /** The name on the certificate, if `host` is an address. */
  servername?: string | undefined;
}>;

/** Shorter than a person waits for the test email. */
const WITHIN_MS = 8_000;

export function createMailer(server: MailServer, from: string, withinMs = WITHIN_MS): Mailer {
  const transport = transportTo(server, withinMs);
  return {
    send: async ({ to, ...letter }) => {
      try {
        const sent = await transport.sendMail({ ...letter, from, to: { name: "", address: to } });
        return sent.messageId;
      } catch (cause) {
        throw toMailError(cause);
      }
    },
  };
}

/** Connects and signs in; throws a `MailError` on failure. */
export async function checkMailServer(server: MailServer, withinMs: number): Promise<void> {
  try {
    await transportTo(server, withinMs).verify();
  } catch (cause) {
    throw toMailError(cause);
  }
}

const transportTo = (
  { host, port, secure, user, password, servername }: MailServer,
  withinMs: number,
) =>
  nodemailer.createTransport({
    host,
    port,
    secure,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
    tls: servername === undefined ? {} : { servername },
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    // The content is never a file or a URL to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });

const SMTP_PORT = 25;
const SMTPS_PORT = 465;

export function serverOfUrl(smtpUrl: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? SMTPS_PORT : SMTP_PORT) : Number(port),
    secure,
    ...(username === ""
      ? {}
      : { user: decodeURIComponent(username), password: decodeURIComponent(password) }),
  };
}

/** Used without a mail server: every email is retried, then fails with this reason. */
export const noMailer: Mailer = {
  send: () => Promise.reject(new MailError("No mail server is set up", false)),
};

const PERMANENT = 500;

/** nodemailer's error: the server's reply if there was one, else a code. */
const Fault = z.object({
  responseCode: z.optional(z.number()),
  code: z.optional(z.string().check(z.regex(/^[A-Z]{3,16}$/))),
});

function toMailError(cause: unknown): MailError {
  const { responseCode: reply, code = "no reason given" } = Fault.safeParse(cause).data ?? {};
  return reply === undefined
    ? new MailError(`The mail server did not accept the email: ${code}`, false, { cause })
    : new MailError(`The mail server answered ${reply}`, reply >= PERMANENT, { cause });
}
