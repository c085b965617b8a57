import { configure, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";

import { onDevice } from "#tests/web/kit/device.ts";
import { breaks } from "#tests/web/kit/fake-server.ts";
import { openTill, press, RECORD, recorded, tile, tillEachTest } from "#tests/web/kit/till.tsx";
import { session } from "#web/state/session.ts";

const fake = tillEachTest();
afterEach(() => void vi.restoreAllMocks());

const sell = async () => {
  fireEvent.click(tile("Gino"));
  press("Charge");
  press(/^Exact/);
};

// A real database, on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

describe("SELL-39: in a browser", () => {
  test("the receipt waits for a transaction that waits for the disk", async () => {
    fake.server.on(RECORD, recorded);
    await openTill();
    const begun = vi.spyOn(IDBDatabase.prototype, "transaction");
    await sell();
    await screen.findByText("Paid in cash");
    const strict = begun.mock.calls.find(
      ([, mode, options]) => mode === "readwrite" && options?.durability === "strict",
    );
    expect(strict?.[0]).toEqual(expect.arrayContaining(["unsent", "carts"]));
  });

  test("nothing is shown as paid, and nothing is sent, before it is stored", async () => {
    fake.server.on(RECORD, recorded);
    await openTill();
    const begin = Reflect.get(IDBDatabase.prototype, "transaction");
    const stored = Promise.withResolvers<void>();
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function held(
      this: IDBDatabase,
      ...given: Parameters<IDBDatabase["transaction"]>
    ) {
      const begun = Reflect.apply(begin, this, given);
      if (given[2]?.durability === "strict") void keepOpen(begun, stored.promise);
      return begun;
    });
    await sell();
    await screen.findByText("Recording…");
    await new Promise((resolve) => void setTimeout(resolve, 300));
    expect(screen.queryByText("Paid in cash")).toBeNull();
    expect(fake.sent()).toEqual([]);
    stored.resolve();
    await screen.findByText("Paid in cash");
    expect(fake.sent()).toHaveLength(1);
  });

  test("a cart and an unsent sale are there for the next page", async () => {
    fake.server.on(RECORD, breaks);
    await openTill();
    await sell();
    await screen.findByText("Not confirmed yet");
    fireEvent.click(screen.getByRole("button", { name: "Next sale" }));
    session.end();
    expect(await onDevice("unsent")).toContain("p-paste");
    expect(await onDevice("carts")).toBe("[]");
  });
});

/** A transaction stays open as long as it has requests. */
async function keepOpen(begun: IDBTransaction, until: Promise<void>): Promise<void> {
  let isOver = false;
  void until.then(() => (isOver = true));
  const ask = () => {
    if (isOver) return;
    const store = begun.objectStoreNames.item(0) ?? "";
    begun.objectStore(store).count().addEventListener("success", ask);
  };
  ask();
}
