import type { ChangeCustomerRequest } from "#kernel/contract/api/customer.ts";
import type { CustomerDetailsChanged } from "#kernel/contract/events/customer.ts";
import type { Sealed } from "#kernel/contract/events/fields.ts";
import type { CustomerId, TenantId } from "#kernel/contract/ids.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";

import type { KnownCustomer } from "./customer.ts";

export type CustomerChange = Omit<ChangeCustomerRequest, "id">;
type Changes = CustomerDetailsChanged["data"]["changes"];

/** Opens the stored values to find what really changes, and seals only that. */
export async function findChanges(
  sealer: Sealer,
  { tenantId, customerId }: Readonly<{ tenantId: TenantId; customerId: CustomerId }>,
  { state, request }: Readonly<{ state: KnownCustomer; request: CustomerChange }>,
): Promise<Changes> {
  const seal = (value: string): Promise<Sealed> => sealer.seal(tenantId, customerId, value);
  const isSame = async (from: Sealed | undefined, to: string | null): Promise<boolean> =>
    to === (from ? await sealer.open(tenantId, from) : null);

  const changes: Changes = {};
  for (const [field, to] of [
    ["firstName", request.first_name],
    ["lastName", request.last_name],
  ] as const) {
    const from = state[field];
    if (to === undefined || (await isSame(from, to))) continue;
    changes[field] = { from, to: await seal(to) };
  }
  for (const field of ["email", "phone", "address"] as const) {
    const to = request[field];
    const from = state[field];
    if (to === undefined || (await isSame(from, to))) continue;
    changes[field] = { from: from ?? null, to: to === null ? null : await seal(to) };
  }
  return changes;
}
