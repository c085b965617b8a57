import * as z from "zod/mini";

import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

const Done = z.object({ success: z.literal(true) });

export const useDeleteCustomer = () =>
  useCommand(
    (id: string, commandKey) =>
      request(`/api/customers.php?${new URLSearchParams({ id })}`, Done, {
        method: "DELETE",
        commandKey,
      }),
    [keys.customers.all, keys.dashboard.all],
  );
