import type { FastifyRequest } from "fastify";

import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { CommandContexts } from "#command-api/http/command-context.ts";

import type { AccountDeps } from "./account-deps.ts";

/** Of somebody who is signed in. */
export const signedInContext = (
  contexts: CommandContexts,
  request: FastifyRequest,
): Promise<CommandContext> => contexts.of(request, withoutPasswords(request.body));

/** Of whoever is not; whose account it is about is found later. */
export const anonymousContext = (
  contexts: CommandContexts,
  request: FastifyRequest,
): CommandContext => contexts.anonymous(request, withoutPasswords(request.body));

const PASSWORDS = new Set(["password", "current_password", "new_password"]);

/**
 * What a key stands for is kept for a week, and must not help to guess a password. Whoever sends a request again
 * proves its password anew instead.
 */
const withoutPasswords = (body: unknown): unknown =>
  typeof body === "object" && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !PASSWORDS.has(name)))
    : body;

/** What the routes of people's own accounts stand on. */
export type AccountRouteDeps = Readonly<{ accounts: AccountDeps; contexts: CommandContexts }>;
