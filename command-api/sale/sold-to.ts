import * as z from "zod/mini";

import type { Head } from "#command-api/event-store/load.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import type { CustomerId, TenantId } from "#kernel/contract/ids.ts";
import type { Sealer } from "#kernel/node/crypto/seal.ts";

/** What a sale keeps of its customer: the name as it stood, sealed under the customer's own key. */
export type SoldTo = Readonly<{ id: CustomerId; name: Sealed }>;

const Named = z.object({
  status: z.enum(["active", "archived"]),
  firstName: Sealed,
  lastName: Sealed,
});

/** Undefined for a customer that is unknown or erased. */
export async function soldTo(
  sealer: Sealer,
  tenantId: TenantId,
  [id, head]: readonly [CustomerId, Head | undefined],
): Promise<SoldTo | undefined> {
  const known = Named.safeParse(head?.state).data;
  if (!known) return undefined;
  const [first, last] = await Promise.all([
    sealer.open(tenantId, known.firstName),
    sealer.open(tenantId, known.lastName),
  ]);
  if (first === undefined || last === undefined) return undefined;
  return { id, name: await sealer.seal(tenantId, id, `${first} ${last}`) };
}
