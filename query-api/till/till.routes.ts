import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { TillItem } from "#kernel/contract/api/till/tills.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";

import { findContacts, TILLS, toTillItem } from "./tills.query.ts";

/** The tills of a tenant, also those that wait for approval and those that were removed. */
export const tillRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/v1/tills",
    { schema: { response: { 200: success(z.array(TillItem)) } } },
    async (request, reply) => {
      requireRight(request, "manage-tills");
      const contacts = await findContacts(reads.pool, request.actor.tenantId);
      const byTill = new Map(contacts.map((contact) => [contact.till, contact]));
      return answer(reads, request, reply, {
        question: TILLS,
        // No event tells that they changed, so they are part of what the entity tag is made of.
        args: { contacts: JSON.stringify(contacts) },
        toData: (rows) => rows.map((row) => toTillItem(row, byTill.get(row.till))),
      });
    },
  );
};
