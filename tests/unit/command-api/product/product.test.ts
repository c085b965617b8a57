import { describe, expect, test } from "vitest";

import { product } from "#command-api/product/product.ts";
import type { ProductEvent } from "#kernel/contract/events/product.ts";
import {
  MILO,
  miloAdded,
  miloAdjusted,
  miloArchived,
  miloChanged,
  miloCounted,
  miloPictured,
  miloRepriced,
  miloRestored,
} from "#tests/kit/builders/product-events.ts";

import { add, adjust, change, given } from "./commands.ts";

const restore = { type: "RestoreProduct", productId: MILO } as const;
const archive = { type: "ArchiveProduct", productId: MILO } as const;

describe("adding a product", () => {
  test("keeps its name, price and opening stock", () => given().when(add).thenEvents(miloAdded()));
  test("keeps a description if there is one", () =>
    given()
      .when({ ...add, description: "Tin" })
      .thenEvents(miloAdded({ description: "Tin" })));
  test("a second time does nothing", () => given(miloAdded()).when(add).thenNothing());
});

describe("the picture of a product", () => {
  const [one, other] = ["1".repeat(64), "2".repeat(64)];
  const set = (sha256: string | null) => ({ type: "SetPicture", productId: MILO, sha256 }) as const;

  test("PROD-50: is set, replaced and removed, and the same one again does nothing", () => {
    given(miloAdded()).when(set(one)).thenEvents(miloPictured(one));
    given(miloAdded(), miloPictured(one)).when(set(other)).thenEvents(miloPictured(other));
    given(miloAdded(), miloPictured(one)).when(set(null)).thenEvents(miloPictured(null));
    given(miloAdded(), miloPictured(one)).when(set(one)).thenNothing();
    given(miloAdded()).when(set(null)).thenNothing();
  });

  test("PROD-50: stays when the product is changed, deleted and restored", () => {
    const renamed = miloChanged({ name: { from: "Milo 400g", to: "Milo" } });
    given(miloAdded(), miloPictured(one), renamed, miloArchived, miloRestored)
      .when(set(one))
      .thenNothing();
  });

  test("PROD-51: is not set for a deleted product, or one that is not there", () => {
    given(miloAdded(), miloArchived).when(set(one)).thenRejected("product-archived");
    given().when(set(one)).thenRejected("product-not-found");
  });
});

describe("a product whose stock is not counted", () => {
  const uncounted = miloAdded({ openingStock: 0, tracksStock: false });
  const stops = miloChanged({ tracksStock: { from: true, to: false } });
  const starts = miloChanged({ tracksStock: { from: false, to: true } });

  test("PROD-24: is added without stock", () => {
    given()
      .when({ ...add, openingStock: 0, tracksStock: false })
      .thenEvents(uncounted);
    given()
      .when({ ...add, tracksStock: false })
      .thenRejected("stock-not-counted");
  });
  test("PROD-25: keeps that when something else changes, and counting begins with a count", () => {
    const named = miloChanged({ name: { from: "Milo 400g", to: "Milo" } });
    given(uncounted, named)
      .when(change({ tracksStock: true, onHand: 0 }))
      .thenRejected("stock-needed");
    given(uncounted, named)
      .when(change({ tracksStock: true, stock: 0, onHand: 0 }))
      .thenEvents(starts, miloCounted(0));
    given(uncounted)
      .when(change({ tracksStock: true, stock: 12, onHand: 0, expectedStock: 0 }))
      .thenEvents(starts, miloCounted(12));
    given(uncounted)
      .when(change({ tracksStock: false, onHand: 0 }))
      .thenNothing();
    given(uncounted, starts).when(adjust(3)).thenEvents(miloAdjusted(3));
  });
  test("PROD-25: counting stops without a movement, and the two can be repeated", () => {
    given(miloAdded())
      .when(change({ tracksStock: false }))
      .thenEvents(stops);
    given(miloAdded(), stops, starts)
      .when(change({ tracksStock: false }))
      .thenEvents(stops);
    given(miloAdded(), stops, starts)
      .when(change({ tracksStock: true }))
      .thenNothing();
  });
  test("PROD-26: refuses a count and an adjustment; the stock that is shown, 0, is no count", () => {
    given(uncounted).when(adjust(3)).thenRejected("stock-not-counted");
    given(uncounted)
      .when(change({ stock: 4, onHand: 0 }))
      .thenRejected("stock-not-counted");
    given(miloAdded())
      .when(change({ stock: 100, tracksStock: false }))
      .thenRejected("stock-not-counted");
    given(uncounted)
      .when(change({ name: "Milo", stock: 0, expectedStock: 0, onHand: 0 }))
      .thenEvents(miloChanged({ name: { from: "Milo 400g", to: "Milo" } }));
  });
});

describe("changing a product", () => {
  test("that is unknown is refused", () =>
    given()
      .when(change({ name: "Milo 500g" }))
      .thenRejected("product-not-found"));
  test("that was deleted is refused", () =>
    given(miloAdded(), miloArchived)
      .when(change({ name: "Milo 500g" }))
      .thenRejected("product-archived"));
  test("that was deleted and restored is possible", () =>
    given(miloAdded(), miloArchived, miloRestored)
      .when(change({ name: "Milo 500g" }))
      .thenEvents(miloChanged({ name: { from: "Milo 400g", to: "Milo 500g" } })));
  test("records the old and the new values", () =>
    given(miloAdded())
      .when(change({ name: "Milo 500g", description: "Bigger" }))
      .thenEvents(
        miloChanged({
          name: { from: "Milo 400g", to: "Milo 500g" },
          description: { from: null, to: "Bigger" },
        }),
      ));
  test("leaves fields that are not sent and records nothing that is equal", () => {
    given(miloAdded({ description: "Tin" }))
      .when(change({}))
      .thenNothing();
    given(miloAdded({ description: "Tin" }))
      .when(change({ name: "Milo 400g", description: "Tin", priceMinor: 4500, stock: 100 }))
      .thenNothing();
  });
  test("clears a description, and clearing none does nothing", () => {
    given(miloAdded({ description: "Tin" }))
      .when(change({ description: null }))
      .thenEvents(miloChanged({ description: { from: "Tin", to: null } }));
    given(miloAdded(), miloChanged({ description: { from: null, to: "Tin" } }))
      .when(change({ description: null }))
      .thenEvents(miloChanged({ description: { from: "Tin", to: null } }));
    given(
      miloAdded({ description: "Tin" }),
      miloChanged({ description: { from: "Tin", to: null } }),
    )
      .when(change({ description: null }))
      .thenNothing();
  });
  test("of its price is an event of its own, with the old price", () =>
    given(miloAdded(), miloRepriced(4500, 4750))
      .when(change({ priceMinor: 0 }))
      .thenEvents(miloRepriced(4750, 0)));
  test("of its price is refused without the right, and nothing else changes", () =>
    given(miloAdded())
      .when(change({ name: "Milo 500g", priceMinor: 4750, mayEditPrices: false }))
      .thenRejected("not-allowed"));
  test("with the price as it is needs no right to prices", () =>
    given(miloAdded())
      .when(change({ name: "Milo 500g", priceMinor: 4500, mayEditPrices: false }))
      .thenEvents(miloChanged({ name: { from: "Milo 400g", to: "Milo 500g" } })));
  test("of its stock is a count, whatever the snapshot says", () => {
    given(miloAdded(), miloAdjusted(-5))
      .when(change({ stock: 15, onHand: 10 }))
      .thenEvents(miloCounted(15));
    given(miloAdded())
      .when(change({ stock: 0, onHand: -3 }))
      .thenEvents(miloCounted(0));
    given(miloAdded(), miloCounted(7))
      .when(change({ stock: 7, onHand: 7 }))
      .thenNothing();
  });
  test("of everything comes in one order: details, price, stock", () =>
    given(miloAdded())
      .when(change({ stock: 15, priceMinor: 4750, name: "Milo 500g" }))
      .thenEvents(
        miloChanged({ name: { from: "Milo 400g", to: "Milo 500g" } }),
        miloRepriced(4500, 4750),
        miloCounted(15),
      ));
});

describe("the time of the last count", () => {
  const stateAfter = (...events: readonly ProductEvent[]) =>
    events.reduce(product.evolve, product.initialState);

  test("is kept by every later change", () => {
    const changes = [
      miloChanged({ name: { from: "Milo 400g", to: "Milo" } }),
      miloRepriced(4500, 4750),
      miloAdjusted(-1),
      miloArchived,
      miloRestored,
    ];
    expect(stateAfter(miloAdded(), miloCounted(7, 5_000), ...changes)).toMatchObject({
      status: "active",
      lastCountedMs: 5_000,
    });
  });
  test("is that of the latest count, and unknown for a count of an older build", () => {
    expect(stateAfter(miloAdded(), miloCounted(7, 5_000), miloCounted(9, 6_000))).toMatchObject({
      lastCountedMs: 6_000,
    });
    const old = { type: "StockCounted", data: { productId: MILO, to: 7 } } as const;
    expect(stateAfter(miloAdded(), old)).not.toHaveProperty("lastCountedMs");
  });
});

describe("adjusting stock", () => {
  test("records the difference", () => {
    given(miloAdded()).when(adjust(5)).thenEvents(miloAdjusted(5));
    given(miloAdded()).when(adjust(-500, "dented")).thenEvents(miloAdjusted(-500, "dented"));
  });
  test("by nothing does nothing", () => given(miloAdded()).when(adjust(0)).thenNothing());
  test("of an unknown product is refused", () =>
    given().when(adjust(5)).thenRejected("product-not-found"));
  test("of a deleted product is refused", () =>
    given(miloAdded(), miloArchived).when(adjust(5)).thenRejected("product-archived"));
});

describe("deleting a product", () => {
  test("archives it", () => given(miloAdded()).when(archive).thenEvents(miloArchived));
  test("a second time does nothing", () =>
    given(miloAdded(), miloArchived).when(archive).thenNothing());
  test("that is unknown is refused", () => given().when(archive).thenRejected("product-not-found"));
  test("that was restored archives it again", () =>
    given(miloAdded(), miloArchived, miloRestored).when(archive).thenEvents(miloArchived));
});

describe("restoring a product", () => {
  test("brings a deleted one back", () =>
    given(miloAdded(), miloArchived).when(restore).thenEvents(miloRestored));
  test("that is not deleted does nothing", () => {
    given(miloAdded()).when(restore).thenNothing();
    given(miloAdded(), miloArchived, miloRestored).when(restore).thenNothing();
  });
  test("that is unknown is refused", () => given().when(restore).thenRejected("product-not-found"));
});
