import * as z from "zod/mini";

import { CustomerItem } from "#kernel/contract/api/customer.ts";
import { success } from "#kernel/contract/api/envelope.ts";
import { ListQuery } from "#kernel/contract/api/listing.ts";
import { can } from "#kernel/contract/rights.ts";
import type { Routes } from "#kernel/platform/http.ts";
import { requireRight } from "#kernel/platform/session.ts";
import { answer, type Reads } from "#query-api/answers.ts";
import { type ListBody, toPart, toTotal } from "#query-api/listing.ts";

import { CUSTOMERS, type CustomerRow, toCustomerItem } from "./customers.query.ts";

export const customerRoutes: Routes<{ reads: Reads }> = async (app, { reads }) => {
  app.get(
    "/api/customers.php",
    { schema: { querystring: ListQuery, response: { 200: success(z.array(CustomerItem)) } } },
    (request, reply) => {
      requireRight(request, "see-lists");
      return answer(reads, request, reply, {
        question: CUSTOMERS,
        args: {
          ...toPart(request.query, null),
          seesContacts: can(request.actor.role, "see-contacts"),
        },
        toData: ({ items }: ListBody<CustomerRow>) => items.map(toCustomerItem),
        toHeaders: toTotal,
      });
    },
  );
};
