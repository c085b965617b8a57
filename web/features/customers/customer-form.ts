import * as z from "zod/mini";

import { AddCustomerRequest } from "#kernel/contract/api/customer.ts";
import type { CustomerItem } from "#kernel/contract/api/customer.ts";

const { first_name, last_name, email, phone, address } = AddCustomerRequest.shape;

const typed = z.pipe(
  z.string(),
  z.transform((text): string | null | undefined => text),
);

/** Fields hold text; empty text means no value. */
export const CustomerForm = z.object({
  first_name,
  last_name,
  email: z.pipe(typed, email),
  phone: z.pipe(typed, phone),
  address: z.pipe(typed, address),
});
export type CustomerForm = z.output<typeof CustomerForm>;
export type TypedCustomer = z.input<typeof CustomerForm>;

export const emptyCustomer: TypedCustomer = {
  first_name: "",
  last_name: "",
  email: "",
  phone: "",
  address: "",
};

export const typedCustomer = (customer: CustomerItem): TypedCustomer => ({
  first_name: customer.first_name,
  last_name: customer.last_name,
  email: customer.email ?? "",
  phone: customer.phone ?? "",
  address: customer.address ?? "",
});

const FIELDS = ["first_name", "last_name", "email", "phone", "address"] as const;

/**
 * The id and the changed fields; an emptied field is sent as null. Undefined if nothing changed.
 */
export function changeRequest(customer: CustomerItem, form: CustomerForm) {
  const changed = FIELDS.filter((name) => (form[name] ?? null) !== customer[name]);
  if (changed.length === 0) return undefined;
  const changes = Object.fromEntries(changed.map((name) => [name, form[name] ?? null]));
  return { id: customer.id, ...changes };
}
