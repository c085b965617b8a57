import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type {
  CustomerAdded,
  CustomerDetailsChanged,
  CustomerEvent,
} from "#kernel/contract/events/customer.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import type { CustomerId } from "#kernel/contract/ids.ts";
import { reject, type Rejection } from "#kernel/contract/rejection.ts";

/** Personal data arrives sealed, so the decider never sees it. Sales copy `fullName`. */
export type AddCustomer = Readonly<{ type: "AddCustomer" } & CustomerAdded["data"]>;

/** Holds only what really changes; the shell compares the opened values. */
export type ChangeCustomer = Readonly<{
  type: "ChangeCustomer";
  customerId: CustomerId;
  changes: CustomerDetailsChanged["data"]["changes"];
}>;

export type ArchiveCustomer = Readonly<{ type: "ArchiveCustomer"; customerId: CustomerId }>;

export type RestoreCustomer = Readonly<{ type: "RestoreCustomer"; customerId: CustomerId }>;

export type EraseCustomer = Readonly<{ type: "EraseCustomer"; customerId: CustomerId }>;

export type CustomerCommand =
  | AddCustomer
  | ChangeCustomer
  | ArchiveCustomer
  | RestoreCustomer
  | EraseCustomer;

const Details = {
  firstName: Sealed,
  lastName: Sealed,
  email: z.optional(Sealed),
  phone: z.optional(Sealed),
  address: z.optional(Sealed),
} as const;

export const Customer = z.discriminatedUnion("status", [
  z.object({ status: z.literal("unknown") }),
  z.object({ status: z.literal("active"), ...Details }),
  z.object({ status: z.literal("archived"), ...Details }),
  z.object({ status: z.literal("erased") }),
]);
export type Customer = z.infer<typeof Customer>;
export type KnownCustomer = Exclude<Customer, { status: "unknown" | "erased" }>;

export type CustomerRejectionCode = "customer-not-found" | "customer-archived" | "customer-erased";
type CustomerDecision = readonly CustomerEvent[] | Rejection<CustomerRejectionCode>;

export const customer: Decider<CustomerCommand, Customer, CustomerEvent, CustomerRejectionCode> = {
  streamType: "customer",
  initialState: { status: "unknown" },
  parseState: (stored) => Customer.parse(stored),

  decide(command, state) {
    switch (command.type) {
      case "AddCustomer": {
        const { type: _, ...data } = command;
        return state.status === "unknown" ? [{ type: "CustomerAdded", data }] : [];
      }
      case "ChangeCustomer":
        return change(command, state);
      case "ArchiveCustomer":
        return archive(command, state);
      case "RestoreCustomer":
        return restore(command, state);
      case "EraseCustomer":
        return erase(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case "CustomerAdded": {
        const { customerId: _, ...details } = event.data;
        return { status: "active", ...details };
      }
      case "CustomerDetailsChanged":
        return isKnown(state) ? withChanges(state, event.data.changes) : state;
      case "CustomerArchived":
        return state.status === "active" ? { ...state, status: "archived" } : state;
      case "CustomerRestored":
        return state.status === "archived" ? { ...state, status: "active" } : state;
      case "CustomerErased":
        return state.status === "unknown" ? state : { status: "erased" };
    }
  },
};

const isKnown = (state: Customer): state is KnownCustomer =>
  state.status === "active" || state.status === "archived";

function change({ customerId, changes }: ChangeCustomer, state: Customer): CustomerDecision {
  if (state.status === "unknown") return reject("customer-not-found");
  if (state.status === "archived") return reject("customer-archived");
  if (state.status === "erased") return reject("customer-erased");
  if (Object.keys(changes).length === 0) return [];
  return [{ type: "CustomerDetailsChanged", data: { customerId, changes } }];
}

function archive({ customerId }: ArchiveCustomer, state: Customer): CustomerDecision {
  switch (state.status) {
    case "unknown":
      return reject("customer-not-found");
    case "active":
      return [{ type: "CustomerArchived", data: { customerId } }];
    case "archived":
    case "erased":
      return [];
  }
}

function restore({ customerId }: RestoreCustomer, state: Customer): CustomerDecision {
  switch (state.status) {
    case "unknown":
      return reject("customer-not-found");
    case "active":
      return [];
    case "archived":
      return [{ type: "CustomerRestored", data: { customerId } }];
    case "erased":
      return reject("customer-erased");
  }
}

function erase({ customerId }: EraseCustomer, state: Customer): CustomerDecision {
  switch (state.status) {
    case "unknown":
      return reject("customer-not-found");
    case "active":
    case "archived":
      return [{ type: "CustomerErased", data: { customerId } }];
    case "erased":
      return [];
  }
}

function withChanges(
  state: KnownCustomer,
  changes: CustomerDetailsChanged["data"]["changes"],
): KnownCustomer {
  const { email, phone, address, ...rest } = state;
  return {
    ...rest,
    ...(changes.firstName ? { firstName: changes.firstName.to } : {}),
    ...(changes.lastName ? { lastName: changes.lastName.to } : {}),
    ...optional("email", changes.email ? changes.email.to : email),
    ...optional("phone", changes.phone ? changes.phone.to : phone),
    ...optional("address", changes.address ? changes.address.to : address),
  };
}

const optional = <Key extends string>(
  key: Key,
  value: Sealed | null | undefined,
): Partial<Record<Key, Sealed>> => {
  const entry: Partial<Record<Key, Sealed>> = {};
  if (value) entry[key] = value;
  return entry;
};
