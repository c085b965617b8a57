import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { onDevice } from "#tests/web/kit/device.ts";
import { barText, openTill, press, tile, tillEachTest } from "#tests/web/kit/till.tsx";

tillEachTest();

const nameIt = async (name: string) => {
  const sheet = await screen.findByRole("dialog", { name: "Name of the parked cart" });
  fireEvent.change(within(sheet).getByLabelText("Name (optional)"), { target: { value: name } });
  fireEvent.click(within(sheet).getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(screen.queryByRole("dialog", { name: "Name of the parked cart" })).toBeNull(),
  );
};

async function park() {
  await openTill();
  fireEvent.click(tile("Milo 400g"));
  fireEvent.click(tile("Peak Milk"));
  press("Park");
  await screen.findByText("Parked");
}

describe("the name of a parked cart", () => {
  test("SELL-57: parking needs none, and offers one for a moment", async () => {
    await park();
    press("Give it a name");
    await nameIt("  Table 4 ");
    await waitFor(async () => expect(await onDevice("carts")).toContain('"name":"Table 4"'));
    press("Parked carts, 1");
    const row = await screen.findByRole("button", { name: /^Table 4, 2 items/ });
    expect(row.textContent).toMatch(/130\.00.*Peak Milk.*Milo 400g/);
  });

  test("SELL-57: it is given, changed and taken away in the list, and goes with the cart", async () => {
    await park();
    press("Parked carts, 1");
    fireEvent.click(await screen.findByRole("button", { name: "Name parked cart with 2 items" }));
    await nameIt("Auntie Esi");
    fireEvent.click(await screen.findByRole("button", { name: /^Auntie Esi, 2 items/ }));
    await waitFor(() => expect(barText()).toContain("130.00"));
    fireEvent.click(await screen.findByRole("button", { name: "Park" }));
    await screen.findByText("Parked as Auntie Esi");
    press("Change the name");
    await nameIt(" ");
    await waitFor(async () => expect(await onDevice("carts")).not.toContain("Auntie Esi"));
    press("Parked carts, 1");
    await screen.findByRole("button", { name: /^Walk-in Customer, 2 items/ });
  });

  test("SELL-57: the next cart has none", async () => {
    await park();
    fireEvent.click(await screen.findByRole("button", { name: "Give it a name" }));
    await nameIt("Table 4");
    fireEvent.click(tile("Gino"));
    await waitFor(async () => expect(await onDevice("carts")).toContain("p-paste"));
    press("Park");
    await screen.findByText("Parked");
    press("Parked carts, 2");
    await screen.findByRole("button", { name: /^Walk-in Customer, 1 item/ });
    await screen.findByRole("button", { name: /^Table 4, 2 items/ });
  });
});
