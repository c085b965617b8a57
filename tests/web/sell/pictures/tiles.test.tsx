import { act, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { succeeds } from "#tests/web/kit/fake-server.ts";
import { placesEachTest } from "#tests/web/kit/seen-places.ts";
import { product } from "#tests/web/kit/shop.ts";
import { barText, milo, openTill, PRODUCTS, tile, tillEachTest } from "#tests/web/kit/till.tsx";

const fake = tillEachTest();

const places = placesEachTest();
const see = (name: string): void => act(() => places.see(tile(name)));

const hashOf = (n: number): string => String(n).repeat(64);
const pictured = [1, 2, 3].map((n) =>
  product({ id: `p-${n}`, name: `Soap ${n}`, stock: 40, picture: hashOf(n) }),
);

describe("the pictures of the tiles", () => {
  test("PROD-58: are loaded when they are seen, two at a time, and no tap waits for them", async () => {
    fake.server.on(PRODUCTS, succeeds([...pictured, milo]));
    const done = new Map<number, () => void>();
    for (const n of [1, 2, 3]) {
      fake.server.on(`GET /api/v1/pictures/${hashOf(n)}`, async () => {
        await new Promise<void>((resolve) => done.set(n, resolve));
        return new Response(`picture ${n}`);
      });
    }
    const asked = () =>
      [1, 2, 3].filter((n) => fake.server.calls(`GET /api/v1/pictures/${hashOf(n)}`).length > 0);
    const user = await openTill();
    await waitFor(() => expect(places.count()).toBe(3));
    expect(asked()).toEqual([]);
    see("Soap 1");
    await waitFor(() => expect(asked()).toEqual([1]));
    see("Soap 2");
    see("Soap 3");
    await waitFor(() => expect(asked()).toEqual([1, 2]));
    await user.click(tile("Soap 3"));
    expect(barText()).toContain("12.00");
    await act(async () => done.get(1)?.());
    await waitFor(() => expect(asked()).toEqual([1, 2, 3]));
    await waitFor(() => expect(tile("Soap 1").querySelector("img")?.src).toMatch(/^data:/));
    expect(tile("Soap 2").querySelector("img")).toBeNull();
    expect(tile("Soap 1").textContent).toBe("Soap 112.00");
    expect(tile(milo.name).querySelector("img")).toBeNull();
    for (const n of [2, 3]) await act(async () => done.get(n)?.());
  });
});
