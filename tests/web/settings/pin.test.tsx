import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, refuses } from "#tests/web/kit/fake-server.ts";
import { fillIn, press, pressIn, retype } from "#tests/web/kit/hands.ts";
import { account, serveSecurity } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();
const SET = "PUT /api/v1/account/pin";
const TAB = "/app/settings?tab=security";

const bodies = () => fake.server.calls(SET).map(({ body }) => body);

async function openDialog(role: string, name = "Set PIN") {
  serveSecurity(fake.server, account({ role, has_pin: name !== "Set PIN" }));
  const user = open(TAB, role);
  await press(user, name);
  return { user, dialog: await screen.findByRole("dialog", { name }) };
}

describe("the PIN on the account page", () => {
  test("PIN-30: is set with the password, and its rules are said before typing", async () => {
    fake.server.on(SET, answers({ success: true }));
    const { user, dialog } = await openDialog("cashier");
    within(dialog).getByText(/^4 to 6 digits\. Digits that repeat/);
    await fillIn(
      user,
      { "New PIN": "4826", "Repeat the PIN": "4826", "Current password": "correct horse" },
      dialog,
    );
    await pressIn(user, dialog, "Set PIN");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await screen.findByText(/^PIN saved\./);
    expect(bodies()).toEqual([{ pin: "4826", password: "correct horse" }]);
  });

  test("PIN-30: people who may approve need 6 digits", async () => {
    const { user, dialog } = await openDialog("manager", "Change PIN");
    within(dialog).getByText(/^6 digits, because you can approve/);
    await fillIn(
      user,
      { "New PIN": "4826", "Repeat the PIN": "4826", "Current password": "x" },
      dialog,
    );
    await pressIn(user, dialog, "Change PIN");
    await within(dialog).findByText("Your role needs a PIN of 6 digits");
    expect(bodies()).toEqual([]);
  });

  test("PIN-30: what is wrong is said under its field", async () => {
    fake.server.on(SET, refuses(403, "The current password is wrong.", "wrong-password"));
    const { user, dialog } = await openDialog("cashier");
    await fillIn(user, { "New PIN": "1111", "Repeat the PIN": "1112" }, dialog);
    await pressIn(user, dialog, "Set PIN");
    const described = (label: string) => {
      const field = within(dialog).getByLabelText(label);
      const id = field.getAttribute("aria-describedby") ?? "";
      return document.querySelector(`[id="${id}"]`)?.textContent;
    };
    await within(dialog).findByText("The two PINs differ");
    expect(described("New PIN")).toMatch(/too easy to guess/);
    expect(described("Repeat the PIN")).toBe("The two PINs differ");
    expect(described("Current password")).toBe("Password is required");
    await retype(user, "New PIN", "4826");
    await retype(user, "Repeat the PIN", "4826");
    await retype(user, "Current password", "guess");
    await pressIn(user, dialog, "Set PIN");
    await waitFor(() =>
      expect(described("Current password")).toBe("The current password is wrong."),
    );
  });

  test("PIN-30: a role that does not sell has none", async () => {
    serveSecurity(fake.server, account({ role: "accountant" }));
    open(TAB, "accountant");
    await screen.findByRole("heading", { name: "Password" });
    expect(screen.queryByRole("heading", { name: "PIN" })).toBeNull();
  });
});
