import {
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import type { Head } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import type { AddCustomerRequest, ChangeCustomerRequest } from "#kernel/contract/api/customer.ts";
import type { CustomerDetailsChanged } from "#kernel/contract/events/customer.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import { type CustomerId, StreamId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/platform/seal.ts";

import {
  Customer,
  customer,
  type CustomerCommand,
  type CustomerRejectionCode,
} from "./customer.ts";

export type CustomerOutcome =
  | Readonly<{ id: CustomerId }>
  | Rejection<CustomerRejectionCode | ShellRejectionCode>;

export type CustomerStore = Readonly<{ store: EventStore; sealer: Sealer }>;

export async function addCustomer(
  { store, sealer }: CustomerStore,
  context: CommandContext,
  customerId: CustomerId,
  request: AddCustomerRequest,
): Promise<CustomerOutcome> {
  const seal = (value: string): Promise<Sealed> => sealer.seal(context.tenantId, customerId, value);
  const sealIfGiven = (value: string | undefined) =>
    value === undefined ? undefined : seal(value);
  const [firstName, lastName, email, phone, address] = await Promise.all([
    seal(request.first_name),
    seal(request.last_name),
    sealIfGiven(request.email),
    sealIfGiven(request.phone),
    sealIfGiven(request.address),
  ]);
  const command: CustomerCommand = {
    type: "AddCustomer",
    customerId,
    firstName,
    lastName,
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(address ? { address } : {}),
  };
  return run(store, context, customerId, () => Promise.resolve(command));
}

/** Opens what is there to find what really changes, and seals only that. */
export function changeCustomer(
  { store, sealer }: CustomerStore,
  context: CommandContext,
  customerId: CustomerId,
  request: Omit<ChangeCustomerRequest, "id">,
): Promise<CustomerOutcome> {
  return run(store, context, customerId, async (head) => {
    const state = head.version === 0 ? undefined : Customer.parse(head.state);
    const changes: CustomerDetailsChanged["data"]["changes"] = {};
    if (state?.status !== "active") return { type: "ChangeCustomer", customerId, changes };

    const open = (sealed: Sealed) => sealer.open(context.tenantId, sealed);
    const seal = (value: string) => sealer.seal(context.tenantId, customerId, value);
    for (const [field, to] of [
      ["firstName", request.first_name],
      ["lastName", request.last_name],
    ] as const) {
      if (to === undefined || to === (await open(state[field]))) continue;
      changes[field] = { from: state[field], to: await seal(to) };
    }
    for (const field of ["email", "phone", "address"] as const) {
      const to = request[field];
      const from = state[field];
      if (to === undefined || to === (from ? await open(from) : null)) continue;
      changes[field] = { from: from ?? null, to: to === null ? null : await seal(to) };
    }
    return { type: "ChangeCustomer", customerId, changes };
  });
}

export const archiveCustomer = (
  { store }: CustomerStore,
  context: CommandContext,
  customerId: CustomerId,
): Promise<CustomerOutcome> =>
  run(store, context, customerId, () => Promise.resolve({ type: "ArchiveCustomer", customerId }));

async function run(
  store: EventStore,
  context: CommandContext,
  customerId: CustomerId,
  commandFor: (head: Head) => Promise<CustomerCommand>,
): Promise<CustomerOutcome> {
  const streamId = StreamId.parse(customerId);
  const outcome = await handleCommand<CustomerRejectionCode>(store, context, {
    streams: [streamId],
    decide: async ([head = { version: 0, onHand: undefined, state: undefined }]) =>
      planStream({ decider: customer, streamId, head, command: await commandFor(head) }),
  });
  if (isRejection(outcome)) return outcome;
  const [applied] = outcome.events;
  return {
    id: applied?.event.type === "CustomerAdded" ? applied.event.data.customerId : customerId,
  };
}
