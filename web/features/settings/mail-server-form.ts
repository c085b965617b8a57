import * as z from "zod/mini";

import { ConnectSmtpRequest } from "#kernel/contract/api/provider.ts";

const { host, port, user, password } = ConnectSmtpRequest.shape;

const PORT = /^\d{1,5}$/;

const emptyIsNone = z.pipe(
  z.string(),
  z.transform((typed): string | undefined => typed || undefined),
);

/** Form inputs are always text. Port 465 means implicit TLS (RFC 8314). */
export const MailServerForm = z.object({
  host,
  port: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => (PORT.test(typed.trim()) ? Number(typed) : Number.NaN)),
    ),
    port,
  ),
  user: z.pipe(emptyIsNone, user),
  password: z.pipe(emptyIsNone, password),
});

const TLS_PORT = 465;

export const toConnection = (typed: z.output<typeof MailServerForm>): ConnectSmtpRequest => ({
  ...typed,
  secure: typed.port === TLS_PORT,
});

export const EMPTY = { host: "", port: "587", user: "", password: "" };
