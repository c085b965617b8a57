import * as z from "zod/mini";

import type { EraseSubject } from "#command-api/event-store/erase-subject.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import { type CommandContexts, CommandHeaders } from "#command-api/http/command-context.ts";
import { WriteResult } from "#kernel/contract/api/envelope.ts";
import { EmptyBody, IdInput } from "#kernel/contract/api/fields.ts";
import { CustomerId } from "#kernel/contract/ids.ts";
import { reject } from "#kernel/contract/rejection.ts";
import { sendRejection } from "#kernel/node/http/errors.ts";
import type { Routes } from "#kernel/node/http/server.ts";
import { requireRight } from "#kernel/node/session/require-session.ts";

import { customerTexts } from "./customer.routes.ts";
import { customer, type CustomerRejectionCode } from "./customer.ts";

type Options = Readonly<{ contexts: CommandContexts; erase: EraseSubject }>;

/** The customer's data becomes unreadable permanently. Their sales stay, without a name. */
export const customerErasureRoutes: Routes<Options> = async (app, { contexts, erase }) => {
  app.post(
    "/api/v1/customers/:id/erase",
    {
      schema: {
        headers: CommandHeaders,
        params: z.object({ id: IdInput }),
        body: EmptyBody,
        response: { 200: WriteResult },
      },
    },
    async (request, reply) => {
      requireRight(request, "erase-customers");
      const customerId = CustomerId.safeParse(request.params.id).data;
      if (!customerId) return sendRejection(reply, reject("customer-not-found"), customerTexts);
      const refusal = await erase<CustomerRejectionCode>(await contexts.of(request), {
        subjectId: customerId,
        decide: (head) =>
          planStream({
            decider: customer,
            streamId: customerId,
            head,
            command: { type: "EraseCustomer", customerId },
          }),
      });
      if (refusal) return sendRejection(reply, refusal, customerTexts);
      return { success: true as const, message: "Customer erased", data: { id: customerId } };
    },
  );
};
