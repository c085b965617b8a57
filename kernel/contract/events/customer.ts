// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { change, Sealed } from "#kernel/contract/events/fields.ts";
import { fieldsOf, opened, type Sentences } from "#kernel/contract/events/sentences.ts";
import { CustomerId } from "#kernel/contract/ids.ts";

export const CustomerAdded = z.object({
  type: z.literal("CustomerAdded"),
  data: z.object({
    customerId: CustomerId,
    firstName: Sealed,
    lastName: Sealed,
    email: z.optional(Sealed),
    phone: z.optional(Sealed),
    address: z.optional(Sealed),
  }),
});
export type CustomerAdded = z.infer<typeof CustomerAdded>;

export const CustomerDetailsChanged = z.object({
  type: z.literal("CustomerDetailsChanged"),
  data: z.object({
    customerId: CustomerId,
    changes: z.object({
      firstName: change(Sealed),
      lastName: change(Sealed),
      email: change(z.nullable(Sealed)),
      phone: change(z.nullable(Sealed)),
      address: change(z.nullable(Sealed)),
    }),
  }),
});
export type CustomerDetailsChanged = z.infer<typeof CustomerDetailsChanged>;

export const CustomerArchived = z.object({
  type: z.literal("CustomerArchived"),
  data: z.object({ customerId: CustomerId }),
});
export type CustomerArchived = z.infer<typeof CustomerArchived>;

export const CustomerRestored = z.object({
  type: z.literal("CustomerRestored"),
  data: z.object({ customerId: CustomerId }),
});
export type CustomerRestored = z.infer<typeof CustomerRestored>;

/** The customer's key is destroyed, so no sealed text about them can be opened. Their sales stay. */
export const CustomerErased = z.object({
  type: z.literal("CustomerErased"),
  data: z.object({ customerId: CustomerId }),
});
export type CustomerErased = z.infer<typeof CustomerErased>;

export const CustomerEvent = z.discriminatedUnion("type", [
  CustomerAdded,
  CustomerDetailsChanged,
  CustomerArchived,
  CustomerRestored,
  CustomerErased,
]);
export type CustomerEvent = z.infer<typeof CustomerEvent>;

export const customerSentences: Sentences<CustomerEvent> = {
  CustomerAdded: ({ data }, context) =>
    `added the customer ${opened(context, data.firstName, data.lastName)}`,
  CustomerDetailsChanged: ({ data }) => `changed the customer's ${fieldsOf(data.changes)}`,
  CustomerArchived: () => "archived the customer",
  CustomerRestored: () => "restored the customer",
  CustomerErased: () => "erased the customer's personal data",
};
