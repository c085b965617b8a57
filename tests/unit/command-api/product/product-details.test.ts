import { describe, test } from "vitest";

import {
  miloAdded,
  miloAdjusted,
  miloChanged,
  miloCounted,
} from "#tests/kit/builders/product-events.ts";

import { add, adjust, change, given } from "./commands.ts";

describe("the details of a product", () => {
  const full = {
    sku: "M-1",
    barcodes: ["1", "2"],
    category: "Drinks",
    unit: { name: "tin", perUnit: 1 },
    costMinor: 3000,
    reorderPoint: 5,
  };
  test("are kept from the first event on, and setting them again changes nothing", () =>
    given(miloAdded(full)).when(change(full)).thenNothing());
  test("are recorded one by one, from and to", () =>
    given(miloAdded(full))
      .when(change({ sku: "M-2", barcodes: ["2"], costMinor: null, unit: null }))
      .thenEvents(
        miloChanged({
          sku: { from: "M-1", to: "M-2" },
          costMinor: { from: 3000, to: null },
          barcodes: { from: ["1", "2"], to: ["2"] },
          unit: { from: { name: "tin", perUnit: 1 }, to: null },
        }),
      ));
  test("that are already cleared do not change", () =>
    given(miloAdded(full), miloChanged({ category: { from: "Drinks", to: null } }))
      .when(change({ category: null }))
      .thenNothing());
});

describe("a product sold in parts", () => {
  const dozen = { unit: { name: "box", perUnit: 12 } };
  test("is counted in boxes, and parts beyond a box stay if the count equals the stock as shown", () => {
    given(miloAdded(dozen))
      .when(change({ stock: 8, onHand: 100 }))
      .thenNothing();
    given(miloAdded(dozen))
      .when(change({ stock: 9, onHand: 100 }))
      .thenEvents(miloCounted(108));
  });
  test("is counted in the unit that the same change sets", () =>
    given(miloAdded())
      .when(change({ ...dozen, stock: 2, onHand: 100 }))
      .thenEvents(miloChanged({ unit: { from: null, to: dozen.unit } }), miloCounted(24)));
  test("is adjusted by boxes, or by pieces on request", () => {
    given(miloAdded(dozen)).when(adjust(2)).thenEvents(miloAdjusted(24));
    given(miloAdded(dozen))
      .when({ ...adjust(2), isInParts: true })
      .thenEvents(miloAdjusted(2));
  });
  test("is compared with the boxes that the caller saw", () => {
    given(miloAdded(dozen))
      .when(change({ stock: 9, expectedStock: 7, onHand: 100 }))
      .thenRejected("stock-changed");
    given(miloAdded(dozen))
      .when(change({ stock: 9, expectedStock: 8, onHand: 100 }))
      .thenEvents(miloCounted(108));
  });
  test("is limited to a count that fits", () => {
    const most = 2_147_483_647;
    given(miloAdded(dozen))
      .when(change({ stock: most }))
      .thenRejected("stock-too-large");
    given(miloAdded(dozen)).when(adjust(-most)).thenRejected("stock-too-large");
    given()
      .when({ ...add, ...dozen, openingStock: most * 12 })
      .thenRejected("stock-too-large");
  });
});
