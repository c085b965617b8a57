import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { fillIn, press, pressIn } from "#tests/web/kit/hands.ts";
import { account, serveSecurity, withTwoFactor } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();

const TAB = "/app/settings?tab=security";
const ACCOUNT = "GET /api/v1/account";
const done = answers({ success: true });

const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);

const openTab = (role = "owner", own = account()) => {
  serveSecurity(fake.server, own);
  return open(TAB, role);
};

const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("two-factor authentication", () => {
  const START = "POST /api/v1/account/totp";
  const CONFIRM = "POST /api/v1/account/totp/confirm";
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const uri = `otpauth://totp/Tillbook:akosua%40adom.example?secret=${secret}&issuer=Tillbook`;
  const codes = Array.from({ length: 10 }, (_, ix) => `${ix}abc-defg-hijk`);

  test("SET-11: is set up with password, QR code and first code, and gives recovery codes", async () => {
    fake.server.on(START, succeeds({ secret, uri }));
    fake.server.on(
      CONFIRM,
      refuses(409, "This code is not right. Wait for the next one.", "code-wrong"),
      succeeds({ recovery_codes: codes }),
    );
    const user = openTab();
    await press(user, "Enable 2FA");
    const dialog = await screen.findByRole("dialog", { name: "Two-factor authentication" });
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    await pressIn(user, dialog, "Continue");
    await within(dialog).findByRole("figure", { name: /^QR code/ });
    within(dialog).getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP");
    await fillIn(user, { Code: "000000" }, dialog);
    await pressIn(user, dialog, "Turn on");
    await within(dialog).findByText("This code is not right. Wait for the next one.");
    // From the first right code on the account says so: the codes stay to be read all the same.
    fake.server.on(ACCOUNT, succeeds(withTwoFactor()));
    await pressIn(user, dialog, "Turn on");
    await screen.findByText(/10 recovery codes left/);
    const list = await within(dialog).findByRole("list", { name: "Recovery codes" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(10);
    await pressIn(user, dialog, "I've saved them");
    await gone();
    await screen.findByText("Two-factor authentication is on");
    expect(bodies(START)).toEqual([{ password: "correct horse" }]);
  });

  test("SET-12: is turned off with the password", async () => {
    fake.server.on("DELETE /api/v1/account/totp", done);
    const user = openTab("manager", withTwoFactor());
    await screen.findByText(/10 recovery codes left/);
    await press(user, "Disable 2FA");
    const dialog = await screen.findByRole("dialog");
    await pressIn(user, dialog, "Disable");
    await within(dialog).findByText("Password is required");
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    // The account is there before the rest of the tab was loaded again.
    const rest = Promise.withResolvers<void>();
    fake.server.on(ACCOUNT, succeeds(account()));
    fake.server.on("GET /api/v1/sessions", async (call) => {
      await rest.promise;
      return succeeds([])(call);
    });
    await pressIn(user, dialog, "Disable");
    await screen.findByRole("button", { name: "Enable 2FA", hidden: true });
    rest.resolve();
    await screen.findByText("Two-factor authentication is off");
    await gone();
    expect(bodies("DELETE /api/v1/account/totp")).toEqual([{ password: "correct horse" }]);
  });

  test("SET-11: gives new recovery codes for the password", async () => {
    fake.server.on("POST /api/v1/account/recovery-codes", succeeds({ recovery_codes: codes }));
    const user = openTab("owner", withTwoFactor());
    await press(user, "New recovery codes");
    const dialog = await screen.findByRole("dialog", { name: "New recovery codes" });
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    await pressIn(user, dialog, "Make new codes");
    await screen.findByText(String(codes[9]));
    await press(user, "I've saved them");
    await gone();
    expect(document.body.textContent).not.toContain(codes[9]);
  });

  test("SET-11: shows new recovery codes even if the dialog was closed meanwhile", async () => {
    const answer = Promise.withResolvers<Response>();
    fake.server.on("POST /api/v1/account/recovery-codes", () => answer.promise);
    const user = openTab("owner", withTwoFactor());
    await press(user, "New recovery codes");
    const dialog = await screen.findByRole("dialog", { name: "New recovery codes" });
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    await pressIn(user, dialog, "Make new codes");
    await pressIn(user, dialog, "Cancel");
    await gone();
    answer.resolve(Response.json({ success: true, data: { recovery_codes: codes } }));
    await screen.findByText(String(codes[9]));
    await press(user, "I've saved them");
    await gone();
  });

  test("SET-11: says that the codes could not be copied where there is no clipboard", async () => {
    fake.server.on("POST /api/v1/account/recovery-codes", succeeds({ recovery_codes: codes }));
    const user = openTab("owner", withTwoFactor());
    const clipboard = vi.spyOn(navigator, "clipboard", "get").mockImplementation(() => {
      throw new TypeError("no clipboard without TLS");
    });
    onTestFinished(() => clipboard.mockRestore());
    await press(user, "New recovery codes");
    const dialog = await screen.findByRole("dialog", { name: "New recovery codes" });
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    await pressIn(user, dialog, "Make new codes");
    await press(user, "Copy");
    await screen.findByText("Couldn't copy. Write the codes down.");
  });

  test("SET-11: starts again when the setup has expired", async () => {
    fake.server.on(START, succeeds({ secret, uri }));
    fake.server.on(
      CONFIRM,
      refuses(409, "Start setting up your authenticator app again.", "totp-not-started"),
    );
    const user = openTab();
    await press(user, "Enable 2FA");
    const dialog = await screen.findByRole("dialog", { name: "Two-factor authentication" });
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    await pressIn(user, dialog, "Continue");
    await fillIn(user, { Code: "123456" }, dialog);
    await pressIn(user, dialog, "Turn on");
    await within(dialog).findByText("Start setting up your authenticator app again.");
    await pressIn(user, dialog, "Start again");
    await within(dialog).findByLabelText("Current password");
  });

  test("SET-12: stays on when the owner requires it", async () => {
    fake.server.on(
      "PUT /api/v1/settings/two-factor-policy",
      answers({ success: true, message: "Two-factor policy updated" }),
    );
    const user = openTab("owner", withTwoFactor({ is_required: true }));
    await screen.findByText(/can't be turned off/);
    expect(screen.queryByRole("button", { name: "Disable 2FA" })).toBeNull();
    await user.click(screen.getByRole("switch", { name: "Required for all staff", checked: true }));
    const dialog = await screen.findByRole("dialog", { name: "No longer require two-factor" });
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    await pressIn(user, dialog, "No longer require");
    await screen.findByText("Two-factor policy updated");
    expect(bodies("PUT /api/v1/settings/two-factor-policy")).toEqual([
      { required: false, password: "correct horse" },
    ]);
  });
});
