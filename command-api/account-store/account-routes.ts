import type { FastifyRequest } from "fastify";

import type { CommandContext } from "#command-api/event-store/handle-command.ts";
import type { CommandContexts } from "#command-api/http/command-context.ts";

import type { AccountDoors } from "./account-deps.ts";

/** Of somebody who is signed in. */
export const personContext = (
  contexts: CommandContexts,
  request: FastifyRequest,
): Promise<CommandContext> => contexts.of(request, withoutPasswords(request.body));

/** Of whoever is not; whose account it is about is found later. */
export const strangerContext = (
  contexts: CommandContexts,
  request: FastifyRequest,
): CommandContext => contexts.ofStranger(request, withoutPasswords(request.body));

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
export type DoorOptions = Readonly<{ accounts: AccountDoors; contexts: CommandContexts }>;
