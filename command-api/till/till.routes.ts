import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import {
  type Accounts,
  inAccountTransaction,
} from "#command-api/account-store/account-transaction.ts";
import { endTillSessions } from "#command-api/account-store/tables/sessions.ts";
import type {
  Accepted,
  EventStore,
  ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { WriteResult, written } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import {
  ChangeTillRequest,
  EnrolledTill,
  EnrolTillRequest,
  RevokeTillRequest,
  TillNumber,
} from "#kernel/contract/api/till/tills.ts";
import { isRejection, reject, type Rejection } from "#kernel/contract/rejection.ts";
import { can } from "#kernel/contract/rights.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { changeTill } from "./change-till.ts";
import { canonicalKey, type EnrolRejectionCode, enrolTill, MOST_TILLS } from "./enrol-till.ts";
import { readPosition } from "./till-counter.ts";
import type { TillRejectionCode } from "./till.ts";

export type TillRoutesOptions = Readonly<{
  store: EventStore;
  contexts: CommandContexts;
  /** As role cmd_writer. */
  pool: Pool;
  accounts: Accounts;
}>;

const tillTexts: RejectionTexts<EnrolRejectionCode | "invalid-key"> = {
  ...shellTexts,
  "invalid-key": "public_key: Must be an ECDSA P-256 key",
  "till-not-found": "Till not found",
  "till-number-taken": shellTexts["concurrent-change"],
  "till-revoked": "This device was removed as a till.",
  "too-many-tills": `This business has ${MOST_TILLS} tills. Remove one that is no longer used.`,
};

const PATH = "/api/v1/tills";

const params = z.object({ till: IdInput });

/** Devices become tills, and owners and managers approve, rename and remove them. */
export const tillRoutes: Routes<TillRoutesOptions> = async (
  app,
  { store, contexts, pool, accounts },
) => {
  app.post(
    PATH,
    {
      schema: {
        headers: CommandHeaders,
        body: EnrolTillRequest,
        response: { 200: written(EnrolledTill) },
      },
    },
    async (request, reply) => {
      requireRight(request, "record-sale");
      const { name, number } = request.body;
      const publicKey = canonicalKey(request.body.public_key);
      if (publicKey === undefined) return sendRejection(reply, reject("invalid-key"), tillTexts);
      // A PIN approves no till: that wants the password of a person who may.
      const active = can(request.actor.role, "manage-tills") && !request.actor.isTill;
      const context = await contexts.of(request);
      const outcome = await enrolTill(store, context, { name, publicKey, number, active });
      if (isRejection(outcome)) return sendRejection(reply, outcome, tillTexts);
      return { success: true as const, message: "Till added", data: outcome };
    },
  );

  /** Those that PINs opened at this till. A repeated request ends them again. */
  const endSessions = ({ actor: { tenantId } }: FastifyRequest, till: number): Promise<void> =>
    inAccountTransaction(accounts, tenantId, (client) =>
      endTillSessions(client, { tenantId, till, reason: "till-removed", nowMs: accounts.clock() }),
    );

  const schema = { headers: CommandHeaders, params, response: { 200: WriteResult } };

  app.put(
    `${PATH}/:till`,
    { schema: { ...schema, body: ChangeTillRequest } },
    async (request, reply) => {
      requireRight(request, "manage-tills");
      const number = toNumber(request.params.till);
      if (number === undefined) return sendRejection(reply, reject("till-not-found"), tillTexts);
      const { name, active } = request.body;
      const command = { type: "ChangeTill", name, active } as const;
      const outcome = await changeTill(store, await contexts.of(request), number, command);
      if (active === false && !isRejection(outcome)) await endSessions(request, number);
      return answer(reply, outcome, { number, message: "Till changed" });
    },
  );

  app.delete(
    `${PATH}/:till`,
    { schema: { ...schema, body: RevokeTillRequest } },
    async (request, reply) => {
      requireRight(request, "manage-tills");
      const number = toNumber(request.params.till);
      if (number === undefined) return sendRejection(reply, reject("till-not-found"), tillTexts);
      const position = await readPosition(pool, request.actor.tenantId, number);
      const reason = request.body?.reason;
      const command = { type: "RevokeTill", ...position, reason } as const;
      const outcome = await changeTill(store, await contexts.of(request), number, command);
      if (!isRejection(outcome)) await endSessions(request, number);
      return answer(reply, outcome, { number, message: "Till removed" });
    },
  );
};

/** A malformed number is simply unknown. */
const toNumber = (text: string): number | undefined =>
  /^\d{1,4}$/.test(text) ? TillNumber.safeParse(Number(text)).data : undefined;

const answer = (
  reply: FastifyReply,
  outcome: Accepted | Rejection<TillRejectionCode | ShellRejectionCode>,
  { number, message }: Readonly<{ number: number; message: string }>,
): FastifyReply =>
  isRejection(outcome)
    ? sendRejection(reply, outcome, tillTexts)
    : reply.send({ success: true, message, data: { id: String(number) } });
