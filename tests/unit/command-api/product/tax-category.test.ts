import { describe, test } from "vitest";

import {
  miloAdded,
  miloArchived,
  miloChanged,
  miloRestored,
} from "#tests/kit/builders/product-events.ts";

import { add, change, given } from "./commands.ts";

const toExempt = miloChanged({ taxCategory: { from: "standard", to: "exempt" } });
const toStandard = miloChanged({ taxCategory: { from: "exempt", to: "standard" } });
const renamed = miloChanged({ name: { from: "Milo 400g", to: "Milo" } });

describe("TAX-12: how a product is taxed", () => {
  test("is said of a new one if it is not at the standard rate", () => {
    given()
      .when({ ...add, taxCategory: "zero" })
      .thenEvents(miloAdded({ taxCategory: "zero" }));
    given().when(add).thenEvents(miloAdded());
  });

  test("is the standard rate of every product of before, and changes to and fro", () => {
    given(miloAdded())
      .when(change({ taxCategory: "standard" }))
      .thenNothing();
    given(miloAdded())
      .when(change({ taxCategory: "exempt" }))
      .thenEvents(toExempt);
    given(miloAdded(), toExempt)
      .when(change({ taxCategory: "standard" }))
      .thenEvents(toStandard);
    given(miloAdded(), toExempt, toStandard)
      .when(change({ taxCategory: "standard" }))
      .thenNothing();
    given(miloAdded({ taxCategory: "zero" }))
      .when(change({ taxCategory: "exempt" }))
      .thenEvents(miloChanged({ taxCategory: { from: "zero", to: "exempt" } }));
  });

  test("stays when something else changes, and while the product is deleted", () => {
    given(miloAdded(), toExempt, renamed, miloArchived, miloRestored)
      .when(change({ taxCategory: "exempt" }))
      .thenNothing();
    given(miloAdded({ taxCategory: "zero" }), renamed)
      .when(change({ taxCategory: "zero" }))
      .thenNothing();
  });

  test("is changed only by who may change prices", () => {
    given(miloAdded())
      .when(change({ taxCategory: "exempt", mayEditPrices: false }))
      .thenRejected("tax-not-allowed");
    given(miloAdded(), toExempt)
      .when(change({ name: "Milo", taxCategory: "exempt", mayEditPrices: false }))
      .thenEvents(renamed);
  });
});
