import type { QueryKey } from "@tanstack/react-query";
import * as z from "zod/mini";

import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";

const Done = z.object({ success: z.literal(true) });

export type Deletion = { id: string; reason?: string };

/** Takes one thing out of the list at an address of the API; the log keeps it. */
export const useDeletion = (path: string, stale: readonly QueryKey[]) =>
  useCommand(
    ({ id, reason }: Deletion, commandKey) =>
      request(`${path}?${new URLSearchParams({ id })}`, Done, {
        method: "DELETE",
        commandKey,
        ...(reason === undefined ? {} : { json: { reason } }),
      }),
    stale,
  );
