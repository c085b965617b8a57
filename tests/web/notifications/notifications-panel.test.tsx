import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import {
  bell,
  changed,
  manyTold,
  openPanel,
  READ,
  ringEachTest,
  told,
} from "#tests/web/kit/bell.ts";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { settings } from "#tests/web/kit/settings.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";

const { fake, openPanelOf } = ringEachTest();

describe("the panel", () => {
  test.each([
    [0, "0 unread notifications"],
    [1, "1 unread notification"],
    [3, "3 unread notifications"],
  ])("NOTE-09: has a foot that counts %i", async (count, text) => {
    const { panel } = await openPanelOf(...manyTold(count));
    await panel.findByText(text);
  });

  test("NOTE-10: closes on Escape, on a press outside and on a second press of the bell", async () => {
    const isGone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const { user } = await openPanelOf();
    await user.keyboard("{Escape}");
    await isGone();
    const button = await bell("Notifications");
    await waitFor(() => expect(document.activeElement).toBe(button));

    await openPanel(user);
    await user.click(screen.getByRole("heading", { name: "Products" }));
    await isGone();

    await openPanel(user);
    await user.click(button);
    await isGone();
  });

  test("NOTE-10: stays open when a toast is pressed", async () => {
    const { user, panel } = await openPanelOf();
    toasts.show("blank", "Something else");
    await user.click(await screen.findByText("Something else"));
    await user.click(screen.getByRole("button", { name: "Close" }));
    panel.getByText("No notifications yet");
  });

  test("NOTE-12: leads from a low product to the inventory, and marks it as read", async () => {
    const { user, panel } = await openPanelOf(told({ id: "n-1" }));
    fake.server.on(READ, changed);
    await user.click(panel.getByRole("link", { name: "View Inventory" }));
    await screen.findByRole("heading", { level: 1, name: "Inventory" });
    await waitFor(() => expect(fake.server.calls(READ)[0]?.body).toEqual({ ids: ["n-1"] }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("TILL-116: leads from a till that waits to the tills", async () => {
    fake.server.on("GET /api/v1/settings", succeeds(settings()));
    fake.server.on("GET /api/v1/tills", succeeds([]));
    const { user, panel } = await openPanelOf(told({ id: "n-1", action: "View Tills" }));
    fake.server.on(READ, changed);
    await user.click(panel.getByRole("link", { name: "View Tills" }));
    await screen.findByRole("tab", { name: "Tills", selected: true });
  });

  test("TAX-08: leads from the notice about registration to the tax settings", async () => {
    fake.server.on("GET /api/v1/settings", succeeds(settings()));
    const { user, panel } = await openPanelOf(told({ id: "n-1", action: "View Tax Settings" }));
    fake.server.on(READ, changed);
    await user.click(panel.getByRole("link", { name: "View Tax Settings" }));
    await screen.findByRole("tab", { name: "Business", selected: true });
  });

  test("shows no action without a target", async () => {
    const { panel } = await openPanelOf(told({ id: "n-1", action: "Reboot" }));
    panel.getByText("Low Stock Alert", { exact: false });
    expect(panel.queryByText("Reboot")).toBeNull();
  });
});
