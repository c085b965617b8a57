import { useState } from "react";
import type { FormEvent } from "react";

import type { Product } from "#web/api/products.ts";
import { focusFirstInvalid } from "#web/ui/form/focus-invalid.ts";

import { checkAdjustment, noAdjustment } from "./adjustment.ts";
import type { Adjustment, AdjustmentProblem } from "./adjustment.ts";
import { useAdjustStock } from "./use-adjust-stock.ts";

/** What is typed, what is wrong with it, and the sending of it. */
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
