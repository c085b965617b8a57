import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { milk } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const openAddDialog = async () => {
  await page.viewport(360, 740);
  fake.server.on("GET /api/products.php", succeeds([milk]));
  const user = open("/app/products", "owner");
  await user.click(await screen.findByRole("button", { name: "Add Product" }));
  const dialog = await screen.findByRole("dialog", { name: "Add product" });
  expect(location.search).toBe("?add=1");
  return { user, dialog };
};

test("Back closes a dialog without typed data", async () => {
  await openAddDialog();
  history.back();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(location.pathname + location.search).toBe("/app/products");
});

test("STATE-08: Back asks before it discards typed data", async () => {
  const { user, dialog } = await openAddDialog();
  await user.type(within(dialog).getByLabelText("Name"), "Milo");
  history.back();
  const question = await screen.findByRole("alertdialog", { name: "Discard this product?" });
  expect(location.search).toBe("?add=1");
  await user.click(within(question).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(location.search).toBe("");
});
