import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { serverTexts } from "#kernel/contract/texts.ts";
import { serveEachTest } from "#tests/web/kit/app.tsx";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { openSaleOfMilk, RECORD, recorded } from "#tests/web/kit/new-sale.ts";
import { business, milk, settings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const short = refuses(409, serverTexts.insufficientStock(milk.name), "insufficient-stock");

async function refusedFor(role: string, oversell_policy: BusinessSettings["oversell_policy"]) {
  const shop = { ...business, oversell_policy };
  fake.server.on("GET /api/v1/settings", succeeds({ ...settings, business: shop }));
  fake.server.on(RECORD, short, recorded);
  const { user, dialog, save } = await openSaleOfMilk(fake.server, role);
  await save();
  await within(dialog).findByText("Not saved. Insufficient stock for Peak Milk 400g");
  return { user, dialog };
}

describe("a sale above the stock", () => {
  test("SALE-12, SALE-29: is made anyway by a role that may, if the shop asks first", async () => {
    const { user, dialog } = await refusedFor("manager", "warn");
    await user.click(await within(dialog).findByRole("button", { name: "Sell anyway" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const bodies = fake.server.calls(RECORD).map(({ body }) => body);
    expect(bodies[0]).not.toHaveProperty("confirm_oversell");
    expect(bodies[1]).toMatchObject({ confirm_oversell: true });
  });

  test.each([
    ["a cashier", "cashier", "warn"],
    ["an owner whose shop blocks it", "owner", "block"],
  ] as const)("SALE-29: is not offered to %s", async (_, role, policy) => {
    const { dialog } = await refusedFor(role, policy);
    expect(within(dialog).queryByRole("button", { name: "Sell anyway" })).toBeNull();
  });
});
