import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { customerName } from "#web/format/people.ts";

/** Name and email whatever the case, the phone as it is written; a whole customer ID finds its customer, too. */
export function matches(customer: CustomerItem, search: string): boolean {
  const asked = search.trim();
  const words = `${customerName(customer)}\n${customer.email ?? ""}`;
  return (
    words.toLowerCase().includes(asked.toLowerCase()) ||
    (customer.phone ?? "").includes(asked) ||
    shortId(customer.id) === asked.toLowerCase()
  );
}
