import * as z from "zod/mini";

export const FIRST_STEPS_PATH = "/api/v1/first-steps";

/** Which of the first steps of a new shop are done. `hidden`: the owner wants to see none of them. */
export const FirstSteps = z.object({
  /** The shop has a product. */
  products: z.boolean(),
  /** Receipts have a phone number. */
  receipt: z.boolean(),
  /** The owner has said what happens when stock runs out. */
  stock_rule: z.boolean(),
  /** The shop has sold something. */
  sale: z.boolean(),
  /** Another person works here or is invited. */
  staff: z.boolean(),
  hidden: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;
