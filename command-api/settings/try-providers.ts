import * as z from "zod/mini";

import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { getJson } from "#kernel/node/http/get-json.ts";
import { checkMailServer, MailError, type MailServer } from "#kernel/node/mail.ts";
import { outsideAddress, servernameOf } from "#kernel/node/net/outside-address.ts";

import type { PaystackProvider, SmtpProvider } from "./providers.ts";

export type ProviderRefusal = Rejection<"provider-refused" | "provider-unreachable">;

export type ProviderRules = Readonly<{
  paystackUrl: string;
  /** Whether a shop's mail server may stand in our own network. */
  allowsPrivate: boolean;
}>;

const WITHIN_MS = 8_000;
/** Where mail servers listen: no other door of somebody else's is knocked at. */
const MAIL_PORTS = new Set([25, 465, 587, 2525]);

/** Where to reach a shop's own mail server; nothing where it leads into our own network. */
export async function reachMailServer(
  { host, ...server }: SmtpProvider,
  { allowsPrivate }: ProviderRules,
): Promise<MailServer | undefined> {
  if (allowsPrivate) return { host, ...server };
  const address = MAIL_PORTS.has(server.port) ? await outsideAddress(host) : undefined;
  return address === undefined
    ? undefined
    : { ...server, host: address, servername: servernameOf(host) };
}

/** Connects and signs in, as a mail would. */
export async function tryMailServer(
  provider: SmtpProvider,
  rules: ProviderRules,
): Promise<ProviderRefusal | undefined> {
  const server = await reachMailServer(provider, rules);
  if (!server) return reject("provider-unreachable", "This host and port cannot be used.");
  try {
    await checkMailServer(server, WITHIN_MS);
    return undefined;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return reject(error.isFinal ? "provider-refused" : "provider-unreachable", error.message);
  }
}

const Answer = z.object({ status: z.boolean() });

/** Asks for the balance: the least that tells whether the key is good. */
export async function tryPaystack(
  { secretKey: token }: PaystackProvider,
  { paystackUrl }: ProviderRules,
): Promise<ProviderRefusal | undefined> {
  try {
    const url = new URL("/balance", paystackUrl);
    const { status, body } = await getJson(url, { token, withinMs: WITHIN_MS });
    if (status === 200 && Answer.safeParse(body).data?.status === true) return undefined;
    if (status === 401 || status === 403) {
      return reject("provider-refused", "Paystack does not know this key.");
    }
    return reject("provider-unreachable", `Paystack answered ${status}.`);
  } catch {
    return reject("provider-unreachable", "Paystack could not be reached.");
  }
}
