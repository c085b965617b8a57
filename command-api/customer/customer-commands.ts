import {
  type CommandContext,
  type EventStore,
  handleCommand,
  type ShellRejectionCode,
} from "#command-api/event-store/handle-command.ts";
import { type Head, NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream } from "#command-api/event-store/plan.ts";
import type { AddCustomerRequest } from "#kernel/contract/api/customer.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import { type CustomerId, type TenantId } from "#kernel/contract/ids.ts";
import { isRejection, type Rejection } from "#kernel/contract/rejection.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";

import { type CustomerChange, findChanges } from "./customer-changes.ts";
import {
  type AddCustomer,
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
  const { tenantId } = context;
  const command = await sealCustomer(sealer, { tenantId, customerId }, request);
  return run(store, context, customerId, () => Promise.resolve(command));
}

/** Turns a request for a new customer into its command, with personal data sealed. */
export async function sealCustomer(
  sealer: Sealer,
  { tenantId, customerId }: Readonly<{ tenantId: TenantId; customerId: CustomerId }>,
  request: AddCustomerRequest,
): Promise<AddCustomer> {
  const seal = (value: string): Promise<Sealed> => sealer.seal(tenantId, customerId, value);
  const sealIfGiven = (value: string | undefined) =>
    value === undefined ? undefined : seal(value);
  const [firstName, lastName, email, phone, address] = await Promise.all([
    seal(request.first_name),
    seal(request.last_name),
    sealIfGiven(request.email),
    sealIfGiven(request.phone),
    sealIfGiven(request.address),
  ]);
  return {
    type: "AddCustomer",
    customerId,
    firstName,
    lastName,
    ...(email ? { email } : {}),
    ...(phone ? { phone } : {}),
    ...(address ? { address } : {}),
  };
}

export function changeCustomer(
  { store, sealer }: CustomerStore,
  context: CommandContext,
  customerId: CustomerId,
  request: CustomerChange,
): Promise<CustomerOutcome> {
  return run(store, context, customerId, async (head) => {
    const state = Customer.safeParse(head.state).data;
    const { tenantId } = context;
    const changes =
      state?.status === "active"
        ? await findChanges(sealer, { tenantId, customerId }, { state, request })
        : {};
    return { type: "ChangeCustomer", customerId, changes };
  });
}

export const archiveCustomer = (
  { store }: CustomerStore,
  context: CommandContext,
  customerId: CustomerId,
): Promise<CustomerOutcome> =>
  run(store, context, customerId, () => Promise.resolve({ type: "ArchiveCustomer", customerId }));

export const restoreCustomer = (
  { store }: CustomerStore,
  context: CommandContext,
  customerId: CustomerId,
): Promise<CustomerOutcome> =>
  run(store, context, customerId, () => Promise.resolve({ type: "RestoreCustomer", customerId }));

async function run(
  store: EventStore,
  context: CommandContext,
  customerId: CustomerId,
  commandFor: (head: Head) => Promise<CustomerCommand>,
): Promise<CustomerOutcome> {
  const outcome = await handleCommand<CustomerRejectionCode>(store, context, {
    streams: [customerId],
    decide: async ([head = NO_HEAD]) =>
      planStream({
        decider: customer,
        streamId: customerId,
        head,
        command: await commandFor(head),
      }),
  });
  if (isRejection(outcome)) return outcome;
  const [applied] = outcome.events;
  return {
    id: applied?.event.type === "CustomerAdded" ? applied.event.data.customerId : customerId,
  };
}
