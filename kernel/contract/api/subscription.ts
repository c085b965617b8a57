import * as z from "zod/mini";

import { Plan } from "#kernel/contract/choices.ts";

/** The limits of the tenant's plan, or of the largest plan during the trial. Null: no limit. */
export const Subscription = z.object({
  plan: Plan,
  is_trial: z.boolean(),
  /** The last day of the trial. */
  trial_until: z.nullable(z.string()),
  limits: z.object({
    products: z.nullable(z.int()),
    sales_a_month: z.nullable(z.int()),
    users: z.int(),
  }),
  use: z.object({ products: z.int(), sales_this_month: z.int(), users: z.int() }),
});
export type Subscription = z.infer<typeof Subscription>;
