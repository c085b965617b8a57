import { written } from "#kernel/contract/api/envelope.ts";
import { SaleWritten } from "#kernel/contract/api/sale.ts";
import type { CommandMemory } from "#web/api/command-key.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

import type { SaleOnWire } from "./sale-request.ts";

const Recorded = written(SaleWritten);

/** A sale moves stock, totals and the customer's history. */
export const saleMakesStale = [
  keys.sales.all,
  keys.products.all,
  keys.dashboard.all,
  keys.customers.all,
];

export const useRecordSale = (memory: CommandMemory) =>
  useCommand(
    async (json: SaleOnWire, commandKey) => {
      const answer = await request("/api/sales.php", Recorded, {
        method: "POST",
        json,
        commandKey,
      });
      return answer.data;
    },
    saleMakesStale,
    memory,
  );
