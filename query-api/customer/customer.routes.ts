import * as z from "zod/mini";

import { CustomerItem } from "#kernel/contract/api/customer.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { ArchivableListQuery } from "#kernel/contract/api/listing.ts";
import { can } from "#kernel/contract/rights.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { mapInParts } from "#kernel/node/in-parts.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { listHeaders, toFilter, toPart } from "#query-api/listing.ts";

import {
  ARCHIVED_CUSTOMERS,
  CHANGED_CUSTOMERS,
  CUSTOMERS,
  toCustomerItem,
} from "./customers.query.ts";

export const customerRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/customers.php",
    {
      schema: {
        querystring: ArchivableListQuery,
        response: { 200: success(z.array(CustomerItem)) },
      },
    },
    (request, reply) => {
      requireRight(request, "see-lists");
      const { query } = request;
      if (query.archived === "true") requireRight(request, "archive-customers");
      const part = toPart(query, null);
      return answer(reads, request, reply, {
        question: questionFor(query)[query.search ? "found" : "all"],
        args: {
          ...part,
          ...toFilter(query),
          seesContacts: can(request.actor.role, "see-contacts"),
        },
        toData: ({ items }) => mapInParts(items, toCustomerItem),
        toHeaders: listHeaders(part.limit),
        asOf: query.as_of,
      });
    },
  );
};

function questionFor({ archived, since }: ArchivableListQuery) {
  if (archived === "true") return ARCHIVED_CUSTOMERS;
  return since === undefined ? CUSTOMERS : CHANGED_CUSTOMERS;
}
