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
  test("are kept from the first event on, and the same ones change nothing", () =>
    given(miloAdded(full)).when(change(full)).thenNothing());
  test("are noted one by one, from and to", () =>
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
  test("that were cleared can be cleared no more", () =>
    given(miloAdded(full), miloChanged({ category: { from: "Drinks", to: null } }))
      .when(change({ category: null }))
      .thenNothing());
});

describe("a product that is sold in parts", () => {
  const dozen = { unit: { name: "box", perUnit: 12 } };
  test("is counted in boxes, and what is over a box stays where the count is the shown one", () => {
    given(miloAdded(dozen))
      .when(change({ stock: 8, onHand: 100 }))
      .thenNothing();
    given(miloAdded(dozen))
      .when(change({ stock: 9, onHand: 100 }))
      .thenEvents(miloCounted(108));
  });
  test("is counted by the unit that it gets in the same change", () =>
    given(miloAdded())
      .when(change({ ...dozen, stock: 2, onHand: 100 }))
      .thenEvents(miloChanged({ unit: { from: null, to: dozen.unit } }), miloCounted(24)));
  test("is adjusted by boxes, or by pieces where they are meant", () => {
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
  test("has no more of them than can be counted", () => {
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
