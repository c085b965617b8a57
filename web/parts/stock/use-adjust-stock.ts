import * as z from "zod/mini";

import type { StockMovementRequest } from "#kernel/contract/api/product.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

const Done = z.object({ success: z.literal(true) });

export const useAdjustStock = () =>
  useCommand(
    (json: StockMovementRequest, commandKey) =>
      request("/api/v1/stock-movements", Done, { method: "POST", json, commandKey }),
    [keys.products.all, keys.dashboard.all],
  );
