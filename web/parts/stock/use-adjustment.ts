import { useState, type FormEvent } from "react";
import * as z from "zod/mini";

import type { StockMovementRequest } from "#kernel/contract/api/product.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import type { Product } from "#web/api/products.ts";
import { useCommand } from "#web/api/use-command.ts";
import { focusFirstInvalid } from "#web/ui/form/focus-first-invalid.ts";

import {
  checkAdjustment,
  noAdjustment,
  type Adjustment,
  type AdjustmentProblem,
} from "./adjustment.ts";

const Done = z.object({ success: z.literal(true) });

const useAdjustStock = () =>
  useCommand(
    (json: StockMovementRequest, commandKey) =>
      request("/api/v1/stock-movements", Done, { method: "POST", json, commandKey }),
    [keys.products.all, keys.dashboard.all],
  );

export function useAdjustment(product: Product, onSaved: () => void) {
  const [adjustment, setAdjustment] = useState(noAdjustment);
  const [problem, setProblem] = useState<AdjustmentProblem>();
  const save = useAdjustStock();
  const change = (part: Partial<Adjustment>) => {
    setAdjustment({ ...adjustment, ...part });
    setProblem(undefined);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = checkAdjustment(product, adjustment);
    if ("request" in checked) save.mutate(checked.request, { onSuccess: onSaved });
    else {
      save.reset();
      setProblem(checked);
      focusFirstInvalid(event.currentTarget);
    }
  };
  return { adjustment, change, problem, submit, save };
}
