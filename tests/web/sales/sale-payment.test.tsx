import { waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { serveEachTest } from "#tests/web/kit/app.tsx";
import { openSaleOfMilk, RECORD, recorded } from "#tests/web/kit/new-sale.ts";

const fake = serveEachTest();

describe("the payment method of a new sale", () => {
  test.each([
    ["Cash", "cash"],
    ["Card", "card"],
    ["Mobile money", "mobile_money"],
    ["Bank transfer", "bank_transfer"],
  ])("SALE-06: %s is recorded as %s", async (label, method) => {
    fake.server.on(RECORD, recorded);
    const { user, dialog, save } = await openSaleOfMilk(fake.server, "cashier");
    await user.click(within(dialog).getByRole("radio", { name: label }));
    await save();
    await waitFor(() =>
      expect(fake.server.calls(RECORD).map(({ body }) => body)).toMatchObject([
        { payment_method: method },
      ]),
    );
  });
});
