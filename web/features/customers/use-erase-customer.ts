import * as z from "zod/mini";

import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

const Done = z.object({ success: z.literal(true) });

/** Makes what is known of a customer unreadable, for ever. */
export const useEraseCustomer = () =>
  useCommand(
    ({ id }: { id: string }, commandKey) =>
      request(`/api/v1/customers/${encodeURIComponent(id)}/erase`, Done, {
        method: "POST",
        commandKey,
      }),
    [keys.customers.all, keys.sales.all, keys.dashboard.all],
  );
