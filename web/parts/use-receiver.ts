import { useQuery } from "@tanstack/react-query";

import { customersQuery } from "#web/api/customers.ts";
import { useCan } from "#web/state/use-session.ts";

import type { Receiver } from "./receipt-ways.tsx";

/** The customer of a sale that the server has, with their number for roles that see it. */
export function useReceiver(customerId: string | null | undefined): Receiver | undefined {
  const seesContacts = useCan("see-contacts");
  const isKnown = customerId !== null && customerId !== undefined;
  const { data: customers } = useQuery({ ...customersQuery(), enabled: isKnown && seesContacts });
  if (!isKnown) return undefined;
  const phone = customers?.find(({ id }) => id === customerId)?.phone ?? null;
  return { id: customerId, phone };
}
