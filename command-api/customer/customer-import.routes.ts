import { acceptCsv, importCsv, importRoute, importTexts } from "#command-api/csv-import.ts";
import { AddCustomerRequest } from "#kernel/contract/api/customer.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { addCustomers } from "./customer-import.ts";
import { type CustomerRoutesOptions, customerTexts } from "./customer.routes.ts";

export const customerImportRoutes: Routes<CustomerRoutesOptions> = async (app, options) => {
  acceptCsv(app);

  app.post("/api/v1/customers/import", importRoute, async (request, reply) => {
    requireRight(request, "write-customers");
    const outcome = await importCsv({
      request,
      context: await options.contexts.of(request),
      columns: ["first_name", "last_name", "email", "phone", "address"],
      required: ["first_name", "last_name"],
      toRequest: (cells) => cells,
      schema: AddCustomerRequest,
      add: (context, rows) => addCustomers(options, context, rows),
    });
    if (isRejection(outcome)) {
      return sendRejection(reply, outcome, { ...customerTexts, ...importTexts });
    }
    return { success: true as const, message: "Customers imported", data: outcome };
  });
};
