import * as z from "zod/mini";

import { storable, text } from "#kernel/contract/api/fields.ts";

const HOST = /^[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?$/i;

const secret = (most: number, required?: string) =>
  z
    .string(required)
    .check(
      z.minLength(1, required),
      z.maxLength(most, `Must have at most ${most} characters`),
      storable,
    );

/**
 * The tenant's own mail server. `secure` means TLS from the first byte (port 465); otherwise
 * STARTTLS is used if the server offers it.
 */
export const ConnectSmtpRequest = z.strictObject({
  host: text(253, "The mail server is required").check(z.regex(HOST, "Must be a host name")),
  port: z.int("Must be a port").check(z.gte(1, "Must be a port"), z.lte(65_535, "Must be a port")),
  secure: z.boolean(),
  user: z.optional(secret(254)),
  password: z.optional(secret(1024)),
});
export type ConnectSmtpRequest = z.infer<typeof ConnectSmtpRequest>;

export const ConnectPaystackRequest = z.strictObject({
  secret_key: secret(200, "The secret key is required").check(
    z.regex(/^sk_(?:test|live)_[A-Za-z0-9]+$/, "Must be a secret key of Paystack"),
  ),
  public_key: secret(200, "The public key is required").check(
    z.regex(/^pk_(?:test|live)_[A-Za-z0-9]+$/, "Must be a public key of Paystack"),
  ),
});
export type ConnectPaystackRequest = z.infer<typeof ConnectPaystackRequest>;
