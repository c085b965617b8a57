import type { FastifyRequest } from "fastify";

import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { CommandContexts } from "#command-api/http/command-context.ts";

import type { AccountDeps } from "./account-deps.ts";

/** The context of a request with a session. */
export const signedInContext = (
  contexts: CommandContexts,
  request: FastifyRequest,
): Promise<CommandContext> => contexts.of(request, withoutPasswords(request.body));

/** The context of a request without a session. The handler finds the account later. */
export const anonymousContext = (
  contexts: CommandContexts,
  request: FastifyRequest,
): CommandContext => contexts.anonymous(request, withoutPasswords(request.body));

const PASSWORDS = new Set(["password", "current_password", "new_password", "pin"]);

/**
 * Request hashes are kept for a week and must not help to guess a password or PIN, so they leave
 * these out. A repeated request proves its password again instead.
 */
const withoutPasswords = (body: unknown): unknown =>
  typeof body === "object" && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !PASSWORDS.has(name)))
    : body;

/** The dependencies of the account routes. */
export type AccountRouteDeps = Readonly<{ accounts: AccountDeps; contexts: CommandContexts }>;
