import {
  type Accepted,
  type CommandContext,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import type { AddCustomerRequest } from "#kernel/contract/api/customer.ts";
import { CustomerId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import { derivedId } from "#kernel/node/ids.ts";

import { type CustomerStore, sealCustomer } from "./customer-commands.ts";
import { customer, type CustomerRejectionCode } from "./customer.ts";

/** Adds many customers in one command. Their ids are derived from its key. */
export const addCustomers = (
  { store, sealer }: CustomerStore,
  context: CommandContext,
  rows: readonly AddCustomerRequest[],
): Promise<Accepted | Rejection<CustomerRejectionCode | ShellRejectionCode>> =>
  handleCommand<CustomerRejectionCode>(store, context, {
    streams: [],
    decide: async () => {
      const { tenantId, commandId } = context;
      const commands = await Promise.all(
        rows.map((row, index) => {
          const customerId = CustomerId.parse(derivedId(commandId, `customer ${index}`));
          return sealCustomer(sealer, { tenantId, customerId }, row);
        }),
      );
      const events = [];
      for (const command of commands) {
        const streamId = command.customerId;
        const planned = planStream({ decider: customer, streamId, head: NO_HEAD, command });
        if (isRejection(planned)) return planned;
        events.push(...planned);
      }
      return events;
    },
  });
