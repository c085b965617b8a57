import * as z from "zod/mini";

import type { EventStore } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import type { EntryKinds } from "#command-api/till/entries/read-entry.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { TillNumber } from "#kernel/contract/api/till/tills.ts";
import { isWayOf, ISSUES_PATH, reasonText, ResolveIssueRequest } from "#kernel/contract/issues.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";
import { serverTexts } from "#kernel/contract/texts.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { issueStream } from "#kernel/node/ids.ts";
import type { Pool } from "#kernel/node/postgres/connections.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { type EntryRejectionCode, resolveEntry } from "./resolve-entry.ts";
import { resolveIssue, type ResolveRejectionCode } from "./resolve-issue.ts";

export type IssueRoutesOptions = Readonly<{
  store: EventStore;
  contexts: CommandContexts;
  sealer: Sealer;
  kinds: EntryKinds;
  /** As role cmd_writer. */
  pool: Pool;
}>;

type Code = ResolveRejectionCode | EntryRejectionCode | "wrong-way";

const issueTexts: RejectionTexts<Code> = {
  ...shellTexts,
  "issue-not-found": "There is no such issue.",
  "issue-resolved": "This was resolved already, in another way.",
  "wrong-way": "This issue cannot be resolved in this way.",
  "entry-erased": "The customer of this entry was erased, so what the till said is not kept.",
  "entry-not-possible": (reason) => `This still cannot be recorded: ${reasonText(reason)}`,
  "product-archived": "This product is deleted. Restore it first.",
  "not-allowed": "You are not allowed to do this.",
  "tax-not-allowed": "You are not allowed to do this.",
  "stock-not-counted": serverTexts.stockNotCounted,
  "stock-needed": serverTexts.stockNotCounted,
  "till-not-found": "Till not found",
  "till-number-taken": shellTexts["concurrent-change"],
  "till-revoked": "This device was removed as a till.",
  "till-not-removed": "The till may still send these. Only entries of a removed till are lost.",
};

/** What needs attention is resolved by an owner or manager. */
export const issueRoutes: Routes<IssueRoutesOptions> = async (app, options) => {
  const { contexts } = options;
  app.post(
    `${ISSUES_PATH}/:id`,
    {
      schema: {
        headers: CommandHeaders,
        params: z.object({ id: IdInput }),
        body: ResolveIssueRequest,
        response: { 200: WriteResult },
      },
    },
    async (request, reply) => {
      requireRight(request, "resolve-issues");
      const { tenantId } = request.actor;
      const { kind, thing, how } = request.body;
      const { id } = request.params;
      const refuse = (rejection: Rejection<Code>) => sendRejection(reply, rejection, issueTexts);
      if (id !== issueStream(tenantId, kind, thing)) return refuse(reject("issue-not-found"));
      if (!isWayOf(kind, how)) return refuse(reject("wrong-way"));
      const context = await contexts.of(request);
      const refused = await resolve(options, context, request.body);
      if (refused) return refuse(refused);
      return { success: true as const, message: "Resolved", data: { id } };
    },
  );
};

type Context = Awaited<ReturnType<CommandContexts["of"]>>;

async function resolve(
  { store, sealer, kinds, pool }: IssueRoutesOptions,
  context: Context,
  { kind, thing, how, note }: ResolveIssueRequest,
): Promise<Rejection<Code> | undefined> {
  if (kind === "set-aside") {
    const named = asideIn(thing);
    if (!named) return reject("issue-not-found");
    const as = how === "record" ? "recorded" : "discarded";
    return resolveEntry({ store, sealer, kinds }, context, { ...named, as });
  }
  const { tenantId } = context;
  const sealed =
    note === undefined
      ? undefined
      : await sealer.seal(tenantId, issueStream(tenantId, kind, thing), note);
  return resolveIssue({ store, pool }, context, { kind, thing, how, note: sealed });
}

const ASIDE = /^(\d{1,4}):([0-9a-f-]{36})$/;

function asideIn(thing: string): { till: number; entryId: string } | undefined {
  const [, number, id] = ASIDE.exec(thing) ?? [];
  const till = TillNumber.safeParse(Number(number)).data;
  const entryId = z.uuid().safeParse(id).data;
  return till === undefined || entryId === undefined ? undefined : { till, entryId };
}
