import { keys } from "#web/api/keys.ts";
import { useSave } from "#web/api/use-save.ts";

import type { changeRequest, CustomerForm } from "./customer-form.ts";

type SaveCustomer = CustomerForm | NonNullable<ReturnType<typeof changeRequest>>;

export const useSaveCustomer = () =>
  useSave<SaveCustomer>("/api/customers.php", [
    keys.customers.all,
    keys.sales.all,
    keys.dashboard.all,
  ]);
