import { written } from "#kernel/contract/api/envelope.ts";
import { ProductWritten } from "#kernel/contract/api/product.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useCommand } from "#web/api/use-command.ts";

import type { addRequest, changeRequest } from "./product-form.ts";

const Saved = written(ProductWritten);

type SaveProduct = ReturnType<typeof addRequest> | NonNullable<ReturnType<typeof changeRequest>>;

/** Adds a product, or changes the one whose id the body names. Answers with its id. */
export const useSaveProduct = () =>
  useCommand(
    async (json: SaveProduct, commandKey) => {
      const method = "id" in json ? "PUT" : "POST";
      const answer = await request("/api/products.php", Saved, { method, json, commandKey });
      return answer.data.id;
    },
    [keys.products.all, keys.dashboard.all],
  );
