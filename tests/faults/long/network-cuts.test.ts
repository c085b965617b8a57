import { afterAll, beforeAll } from "vitest";

import { cutEveryLink } from "#tests/faults/drills/cut-network.ts";
import {
  type CuttableProduct,
  startCuttableProduct,
} from "#tests/faults/drills/cuttable-product.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

const SECONDS = 12;

describeWith(["postgres", "kafka", "redis"], "a network that drops everything", () => {
  let product: CuttableProduct | undefined;
  beforeAll(async () => {
    product = await startCuttableProduct();
  });
  afterAll(() => product?.stop());

  row(
    21,
    `between any two parts for ${SECONDS} s delays no answer for long, and loses nothing`,
    async (proof) => {
      if (!product) throw new Error("the product is not started");
      await cutEveryLink(product, proof, SECONDS);
    },
  );
});
