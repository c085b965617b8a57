import { keys } from "#web/api/keys.ts";
import { useSave } from "#web/api/use-save.ts";

import type { addRequest, changeRequest } from "./product-form.ts";

type SaveProduct = ReturnType<typeof addRequest> | NonNullable<ReturnType<typeof changeRequest>>;

export const useSaveProduct = () =>
  useSave<SaveProduct>("/api/products.php", [keys.products.all, keys.dashboard.all]);
