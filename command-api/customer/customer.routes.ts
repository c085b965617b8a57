import * as z from "zod/mini";

import type { ShellRejectionCode } from "#command-api/event-store/handle-command.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { shellTexts } from "#command-api/http/rejection-texts.ts";
import { AddCustomerRequest, ChangeCustomerRequest } from "#kernel/contract/api/customer.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { EmptyBody, IdInput } from "#kernel/contract/api/fields.ts";
import { CustomerId } from "#kernel/contract/ids.ts";
import { isRejection, reject } from "#kernel/contract/rejection.ts";
import { type RejectionTexts, sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { newId } from "#kernel/node/ids.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import {
  addCustomer,
  archiveCustomer,
  changeCustomer,
  type CustomerStore,
  restoreCustomer,
} from "./customer-commands.ts";
import type { CustomerRejectionCode } from "./customer.ts";

export type CustomerRoutesOptions = CustomerStore & Readonly<{ contexts: CommandContexts }>;

export const customerTexts: RejectionTexts<CustomerRejectionCode | ShellRejectionCode> = {
  ...shellTexts,
  "customer-not-found": "Customer not found",
  "customer-archived": "This customer was deleted.",
  "customer-erased": "The data of this customer was erased.",
};

const PATH = "/api/customers.php";

export const customerRoutes: Routes<CustomerRoutesOptions> = async (app, options) => {
  const { contexts } = options;
  const schema = { headers: CommandHeaders, response: { 200: WriteResult } };

  app.post(PATH, { schema: { ...schema, body: AddCustomerRequest } }, async (request, reply) => {
    requireRight(request, "write-customers");
    const customerId = CustomerId.parse(newId());
    const outcome = await addCustomer(
      options,
      await contexts.of(request),
      customerId,
      request.body,
    );
    if (isRejection(outcome)) return sendRejection(reply, outcome, customerTexts);
    return { success: true as const, message: "Customer added", data: outcome };
  });

  app.put(PATH, { schema: { ...schema, body: ChangeCustomerRequest } }, async (request, reply) => {
    requireRight(request, "write-customers");
    const { id, ...change } = request.body;
    const customerId = CustomerId.safeParse(id).data;
    if (!customerId) return sendRejection(reply, reject("customer-not-found"), customerTexts);
    const outcome = await changeCustomer(options, await contexts.of(request), customerId, change);
    if (isRejection(outcome)) return sendRejection(reply, outcome, customerTexts);
    return { success: true as const, message: "Customer updated", data: outcome };
  });

  app.delete(
    PATH,
    { schema: { ...schema, querystring: z.object({ id: IdInput }) } },
    async (request, reply) => {
      requireRight(request, "archive-customers");
      const customerId = CustomerId.safeParse(request.query.id).data;
      if (!customerId) return sendRejection(reply, reject("customer-not-found"), customerTexts);
      const outcome = await archiveCustomer(options, await contexts.of(request), customerId);
      if (isRejection(outcome)) return sendRejection(reply, outcome, customerTexts);
      return { success: true as const, message: "Customer deleted", data: outcome };
    },
  );

  app.post(
    "/api/v1/customers/:id/restore",
    { schema: { ...schema, params: z.object({ id: IdInput }), body: EmptyBody } },
    async (request, reply) => {
      requireRight(request, "archive-customers");
      const customerId = CustomerId.safeParse(request.params.id).data;
      if (!customerId) return sendRejection(reply, reject("customer-not-found"), customerTexts);
      const outcome = await restoreCustomer(options, await contexts.of(request), customerId);
      if (isRejection(outcome)) return sendRejection(reply, outcome, customerTexts);
      return { success: true as const, message: "Customer restored", data: outcome };
    },
  );
};
