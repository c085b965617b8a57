import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { json } from "node:stream/consumers";

import * as z from "zod/mini";

import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { checkMailServer, MailError, type MailServer } from "#kernel/node/mail.ts";
import { outsideAddress, servernameOf } from "#kernel/node/net/outside-address.ts";

import type { PaystackProvider, SmtpProvider } from "./providers.ts";

export type ProviderRefusal = Rejection<"provider-refused" | "provider-unreachable">;

export type ProviderRules = Readonly<{
  paystackUrl: string;
  /** True if a tenant's mail server may be in a private network. */
  allowsPrivate: boolean;
}>;

const WITHIN_MS = 8_000;
/** The ports of mail servers. No other port of a foreign host is ever contacted. */
const MAIL_PORTS = new Set([25, 465, 587, 2525]);

/** How to reach a tenant's own mail server; undefined when the address is in a private network. */
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

/** Connects and signs in without sending an email. */
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

/** Asks for the balance, the smallest request that proves the key. */
export async function tryPaystack(
  { secretKey: token }: PaystackProvider,
  { paystackUrl }: ProviderRules,
): Promise<ProviderRefusal | undefined> {
  try {
    const url = new URL("/balance", paystackUrl);
    const { status, body } = await getJson(url, { token, withinMs: WITHIN_MS });
    if (status === 200 && Answer.safeParse(body).data?.status === true) return undefined;
    if (status === 401 || status === 403) {
      return reject("provider-refused", "Paystack rejected this key.");
    }
    return reject("provider-unreachable", `Paystack answered ${status}.`);
  } catch {
    return reject("provider-unreachable", "Paystack could not be reached.");
  }
}

export type JsonAnswer = Readonly<{ status: number; body: unknown }>;

type Call = Readonly<{ token: string; withinMs: number }>;

/** Gets JSON from another server. Follows no redirect: the token is for that server alone. */
function getJson(url: URL, { token, withinMs }: Call): Promise<JsonAnswer> {
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  return new Promise((resolve, fail) => {
    const outgoing = request(
      url,
      { headers, agent: false, signal: AbortSignal.timeout(withinMs) },
      (response) => {
        json(response).then(
          (body: unknown) => resolve({ status: response.statusCode ?? 0, body }),
          fail,
        );
      },
    );
    outgoing.once("error", fail);
    outgoing.end();
  });
}
