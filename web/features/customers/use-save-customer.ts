import { Written } from "#kernel/contract/api/envelope.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

import type { changeRequest, CustomerForm } from "./customer-form.ts";

type SaveCustomer = CustomerForm | NonNullable<ReturnType<typeof changeRequest>>;

/** Adds a customer, or changes the one whose id the body names. Answers with its id. */
export const useSaveCustomer = () =>
  useCommand(
    async (json: SaveCustomer, commandKey) => {
      const method = "id" in json ? "PUT" : "POST";
      const answer = await request("/api/customers.php", Written, { method, json, commandKey });
      return answer.data.id;
    },
    [keys.customers.all, keys.sales.all, keys.dashboard.all],
  );
