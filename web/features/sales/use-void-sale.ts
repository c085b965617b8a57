import * as z from "zod/mini";

import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";

import { saleMakesStale } from "./use-record-sale.ts";

const Done = z.object({ success: z.literal(true) });

/** The sale leaves the lists and its stock comes back; the log keeps it as void. */
export const useVoidSale = () =>
  useCommand(
    (id: string, commandKey) =>
      request(`/api/sales.php?${new URLSearchParams({ id })}`, Done, {
        method: "DELETE",
        commandKey,
      }),
    saleMakesStale,
  );
