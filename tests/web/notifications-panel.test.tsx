import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { toasts } from "#web/ui/toast-store.ts";

import { open, serveEachTest } from "./kit/app.tsx";
import { bell, openPanel, READ, serveNotifications, stopTheClock, told } from "./kit/bell.ts";
import { succeeds } from "./kit/fake-server.ts";

const fake = serveEachTest();
stopTheClock();

const done = succeeds({ id: "user-owner" });

describe("the panel", () => {
  test.each([
    [0, "0 unread notifications"],
    [1, "1 unread notification"],
    [3, "3 unread notifications"],
  ])("NOTE-09: has a foot that counts %i", async (count, text) => {
    serveNotifications(
      fake,
      ...Array.from({ length: count }, (_, index) => told({ id: `n-${index}` })),
    );
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    await panel.findByText(text);
  });

  test("NOTE-10: closes on Escape, on a press outside and on a second press of the bell", async () => {
    serveNotifications(fake);
    const user = open("/app/products", "owner");
    const isGone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await openPanel(user);
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
    serveNotifications(fake);
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    toasts.show("blank", "Something else");
    await user.click(await screen.findByText("Something else"));
    await user.click(screen.getByRole("button", { name: "Close" }));
    panel.getByText("No notifications yet");
  });

  test("NOTE-12: leads from a low product to the inventory, and marks it as read", async () => {
    serveNotifications(fake, told({ id: "n-1" }));
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    fake.server.on(READ, done);
    await user.click(panel.getByRole("link", { name: "View Inventory" }));
    await screen.findByRole("heading", { level: 1, name: "Inventory" });
    await waitFor(() => expect(fake.server.calls(READ)[0]?.body).toEqual({ ids: ["n-1"] }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("shows no action it cannot lead to", async () => {
    serveNotifications(fake, told({ id: "n-1", action: "Reboot" }));
    const user = open("/app/products", "owner");
    const panel = await openPanel(user);
    panel.getByText("Low Stock Alert", { exact: false });
    expect(panel.queryByText("Reboot")).toBeNull();
  });
});
