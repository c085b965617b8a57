import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { ConnectPaystackRequest, ConnectSmtpRequest } from "#kernel/contract/api/provider.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { OUTSIDE_SERVER_MS } from "#kernel/node/http/deadline.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import type { BusinessSettings } from "./business-settings.ts";
import { changeBusinessSettings } from "./change-settings.ts";
import type { ProviderKind, Providers } from "./providers.ts";
import {
  type ProviderRefusal,
  type ProviderRules,
  tryMailServer,
  tryPaystack,
} from "./try-providers.ts";

export type ProviderRoutesOptions = Readonly<{
  store: EventStore;
  contexts: CommandContexts;
  providers: Providers;
  rules: ProviderRules;
}>;

const providerTexts: RejectionTexts<ProviderRefusal["rejected"] | "provider-not-found"> = {
  "provider-refused": (reason) => reason,
  "provider-unreachable": (reason) => reason,
  "provider-not-found": "Nothing is connected.",
};

const Nothing = z.nullish(z.strictObject({}));

const schema = { headers: CommandHeaders, response: { 200: WriteResult } };

const answer = ({ actor }: FastifyRequest, message: string) => ({
  success: true as const,
  message,
  data: { id: actor.tenantId },
});

/**
 * A tenant's own mail server and payment provider. Credentials are tested before they are stored,
 * sealed.
 */
export const providerRoutes: Routes<ProviderRoutesOptions> = async (app, options) => {
  await app.register(connectRoutes, options);
  await app.register(connectedRoutes, options);
};

type Connecting = Readonly<{
  kind: ProviderKind;
  secret: object;
  refusal: ProviderRefusal | undefined;
  wanted: BusinessSettings;
}>;

const connectRoutes: Routes<ProviderRoutesOptions> = async (app, options) => {
  const { store, contexts, providers, rules } = options;

  const connect = async (request: FastifyRequest, reply: FastifyReply, made: Connecting) => {
    if (made.refusal) return refuse(reply, made.refusal);
    await providers.put(request.actor.tenantId, made.kind, made.secret);
    const outcome = await changeBusinessSettings(store, await contexts.of(request), made.wanted);
    if (isRejection(outcome)) return sendRejection(reply, outcome, shellTexts);
    return answer(request, "Connected");
  };

  app.put(
    "/api/v1/settings/providers/smtp",
    { handlerTimeout: OUTSIDE_SERVER_MS, schema: { ...schema, body: ConnectSmtpRequest } },
    async (request, reply) => {
      requireRight(request, "change-business-settings");
      const secret = request.body;
      const refusal = await tryMailServer(secret, rules);
      const wanted = { emailProvider: "smtp" } as const;
      return connect(request, reply, { kind: "smtp", secret, refusal, wanted });
    },
  );

  app.put(
    "/api/v1/settings/providers/paystack",
    { handlerTimeout: OUTSIDE_SERVER_MS, schema: { ...schema, body: ConnectPaystackRequest } },
    async (request, reply) => {
      requireRight(request, "change-business-settings");
      const { secret_key: secretKey, public_key: publicKey } = request.body;
      const secret = { secretKey, publicKey };
      const refusal = await tryPaystack(secret, rules);
      const wanted = { paymentProvider: "paystack" } as const;
      return connect(request, reply, { kind: "paystack", secret, refusal, wanted });
    },
  );
};

const Kind = z.object({ kind: z.enum(["smtp", "paystack"]) });

const connectedRoutes: Routes<ProviderRoutesOptions> = async (app, options) => {
  const { store, contexts, providers } = options;

  app.post(
    "/api/v1/settings/providers/:kind/test",
    { handlerTimeout: OUTSIDE_SERVER_MS, schema: { ...schema, params: Kind, body: Nothing } },
    async (request, reply) => {
      requireRight(request, "change-business-settings");
      const refusal = await tryAgain(options, request.actor.tenantId, request.params.kind);
      return refusal ? refuse(reply, refusal) : answer(request, "It works");
    },
  );

  app.delete(
    "/api/v1/settings/providers/:kind",
    { schema: { ...schema, params: Kind } },
    async (request, reply) => {
      requireRight(request, "change-business-settings");
      const { kind } = request.params;
      await providers.drop(request.actor.tenantId, kind);
      const none: BusinessSettings =
        kind === "smtp" ? { emailProvider: "none" } : { paymentProvider: "none" };
      const outcome = await changeBusinessSettings(store, await contexts.of(request), none);
      if (isRejection(outcome)) return sendRejection(reply, outcome, shellTexts);
      return answer(request, "Disconnected");
    },
  );
};

async function tryAgain(
  { providers, rules }: ProviderRoutesOptions,
  tenantId: Parameters<Providers["smtp"]>[0],
  kind: ProviderKind,
) {
  if (kind === "smtp") {
    const smtp = await providers.smtp(tenantId);
    return smtp ? tryMailServer(smtp, rules) : reject("provider-not-found");
  }
  const paystack = await providers.paystack(tenantId);
  return paystack ? tryPaystack(paystack, rules) : reject("provider-not-found");
}

const refuse = (reply: FastifyReply, refusal: ProviderRefusal | Rejection<"provider-not-found">) =>
  sendRejection(reply, refusal, providerTexts);
