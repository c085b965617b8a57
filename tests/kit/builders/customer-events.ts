import type { CustomerAdded, CustomerEvent } from "#kernel/contract/events/customer.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";

import { customerId } from "./fixed-ids.ts";

export const AMA = customerId(1);

/** A text about Ama as the log stores it. */
export const sealedOfAma = (text: string): Sealed =>
  Sealed.parse(`sealed:v1:${AMA}:${Buffer.from(text, "utf8").toString("base64")}`);

export const amaAdded = (over: Partial<CustomerAdded["data"]> = {}): CustomerEvent => ({
  type: "CustomerAdded",
  data: {
    customerId: AMA,
    firstName: sealedOfAma("Ama"),
    lastName: sealedOfAma("Mensah"),
    phone: sealedOfAma("0244000001"),
    ...over,
  },
});

type Changes = Extract<CustomerEvent, { type: "CustomerDetailsChanged" }>["data"]["changes"];

export const amaChanged = (changes: Changes): CustomerEvent => ({
  type: "CustomerDetailsChanged",
  data: { customerId: AMA, changes },
});

export const amaArchived: CustomerEvent = { type: "CustomerArchived", data: { customerId: AMA } };
export const amaErased: CustomerEvent = { type: "CustomerErased", data: { customerId: AMA } };
export const amaRestored: CustomerEvent = { type: "CustomerRestored", data: { customerId: AMA } };
