import { afterAll, beforeAll } from "vitest";

import { type OpenedPage, PHONE } from "#tests/kit/browser/browser.ts";

import { type OpenProduct, openProduct, type Visitor } from "./open-product.ts";

/** A product for the tests of a file, and one page of a phone for each visitor. */
export function useVisitors() {
  let product: OpenProduct;
  const pages = new Map<Visitor, Promise<OpenedPage>>();
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());
  return {
    url: () => product.url,
    pageOf: (who: Visitor): Promise<OpenedPage> => {
      const opening = pages.get(who) ?? product.visit(who, { size: PHONE });
      pages.set(who, opening);
      return opening;
    },
  };
}
