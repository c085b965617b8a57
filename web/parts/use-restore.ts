import type { QueryKey } from "@tanstack/react-query";
import * as z from "zod/mini";

import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";

const Done = z.object({ success: z.literal(true) });

/** What was deleted from the list at an address of the API comes back as it was. */
export const useRestore = (path: string, stale: readonly QueryKey[]) =>
  useCommand(
    (id: string, commandKey) =>
      request(`${path}/${encodeURIComponent(id)}/restore`, Done, { method: "POST", commandKey }),
    stale,
  );
