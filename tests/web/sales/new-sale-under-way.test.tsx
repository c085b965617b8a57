import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { serveEachTest } from "#tests/web/kit/app.tsx";
import { countOnDevice, onDevice } from "#tests/web/kit/device.ts";
import { hangs } from "#tests/web/kit/fake-server.ts";
import { openSaleOfMilk, RECORD } from "#tests/web/kit/new-sale.ts";

const fake = serveEachTest();

describe("a new sale that is being sent", () => {
  test("cannot be discarded: it is recorded anyway", async () => {
    fake.server.on(RECORD, hangs);
    const { user, dialog, save } = await openSaleOfMilk(fake.server, "owner");
    await save();
    await within(dialog).findByRole("button", { name: /^Save sale/, busy: true });
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(await onDevice("unsent")).toContain("p-milk");
  });

  test("is one sale after two presses on a frozen page", async () => {
    fake.server.on(RECORD, hangs);
    const { dialog } = await openSaleOfMilk(fake.server, "owner");
    const button = within(dialog).getByRole("button", { name: /^Save sale/ });
    act(() => {
      button.click();
      button.click();
    });
    await within(dialog).findByRole("button", { name: /^Save sale/, busy: true });
    await waitFor(() => expect(fake.server.calls(RECORD)).toHaveLength(1));
    expect(await countOnDevice("unsent")).toBe(1);
  });
});
