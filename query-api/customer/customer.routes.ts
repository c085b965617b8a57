import * as z from "zod/mini";

import { CustomerItem } from "#kernel/contract/api/customer.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { IdInput } from "#kernel/contract/api/fields.ts";
import { ArchivableListQuery } from "#kernel/contract/api/listing.ts";
import { CustomerPage, CustomerPageQuery } from "#kernel/contract/api/reports/customer-page.ts";
import { CustomerId } from "#kernel/contract/ids.ts";
import { can } from "#kernel/contract/rights.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { toFilter, toPart } from "#query-api/listing.ts";
import { answerWithText, textListHeaders } from "#query-api/text-list.ts";

import { CUSTOMER_PAGE, toCustomerPage } from "./customer-page.query.ts";
import { ARCHIVED_CUSTOMERS, CHANGED_CUSTOMERS, CUSTOMER_TEXTS } from "./customers.query.ts";

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
      return answerWithText(reads, request, reply, {
        question: questionFor(query)[query.search ? "found" : "all"],
        args: {
          ...part,
          ...toFilter(query),
          seesContacts: can(request.actor.role, "see-contacts"),
        },
        toHeaders: textListHeaders(part.limit),
        asOf: query.as_of,
      });
    },
  );

  app.get(
    "/api/v1/customers/:id",
    {
      schema: {
        params: z.object({ id: IdInput }),
        querystring: CustomerPageQuery,
        response: { 200: success(CustomerPage) },
      },
    },
    (request, reply) => {
      requireRight(request, "see-lists");
      return answer(reads, request, reply, {
        question: CUSTOMER_PAGE,
        args: {
          ...toFilter({ cursor: request.query.cursor }),
          customerId: CustomerId.safeParse(request.params.id).data ?? null,
          seesContacts: can(request.actor.role, "see-contacts"),
        },
        toData: toCustomerPage,
        missing: "customer-not-found",
        asOf: request.query.as_of,
      });
    },
  );
};

function questionFor({ archived, since }: ArchivableListQuery) {
  if (archived === "true") return ARCHIVED_CUSTOMERS;
  return since === undefined ? CUSTOMER_TEXTS : CHANGED_CUSTOMERS;
}
