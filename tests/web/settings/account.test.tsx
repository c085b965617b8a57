import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { fillIn, press, pressIn } from "#tests/web/kit/hands.ts";
import { account, hereNow, serveSecurity } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();

const TAB = "/app/settings?tab=security";
const SESSIONS = "GET /api/v1/sessions";
const DELETION = "/api/v1/account-deletion";
const done = answers({ success: true });
const WRONG = refuses(403, "The current password is wrong.", "wrong-password");

const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);

const openTab = (role = "owner", own = account()) => {
  serveSecurity(fake.server, own);
  return open(TAB, role);
};

const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("the password", () => {
  const CHANGE = "PUT /api/v1/account/password";

  test("SET-10: is changed with the current one", async () => {
    fake.server.on(CHANGE, WRONG, answers({ success: true }));
    const user = openTab("cashier");
    await press(user, "Change Password");
    const dialog = await screen.findByRole("dialog", { name: "Change password" });
    await fillIn(
      user,
      {
        "Current password": "correct horse",
        "New password": "battery staple",
        "Confirm password": "battery staple",
      },
      dialog,
    );
    await pressIn(user, dialog, "Change password");
    await within(dialog).findByText("The current password is wrong.");
    await pressIn(user, dialog, "Change password");
    await gone();
    await screen.findByText("Password changed. You are signed out on all other devices.");
    expect(bodies(CHANGE)[1]).toEqual({
      current_password: "correct horse",
      new_password: "battery staple",
    });
  });

  test("SET-10: is refused when it is too short or the confirmation differs", async () => {
    const user = openTab();
    await press(user, "Change Password");
    const dialog = await screen.findByRole("dialog", { name: "Change password" });
    await fillIn(user, { "New password": "seven77", "Confirm password": "seven78" }, dialog);
    await pressIn(user, dialog, "Change password");
    await within(dialog).findByText("Password is required");
    within(dialog).getByText("Password must be at least 8 characters");
    within(dialog).getByText("Passwords do not match");
    expect(bodies(CHANGE)).toEqual([]);
  });
});

describe("the sessions", () => {
  test("SET-13: are listed by device and network, and one is ended with the password", async () => {
    fake.server.on("DELETE /api/v1/sessions/s-phone", WRONG, done);
    const user = openTab("cashier");
    await screen.findByText("Firefox on Linux");
    screen.getByText("This device · 41.66.0.0/24");
    expect(screen.queryByRole("button", { name: "End Firefox on Linux" })).toBeNull();
    await press(user, "End Chrome on Android");
    const dialog = await screen.findByRole("dialog", { name: "End this session" });
    await fillIn(user, { "Current password": "guess" }, dialog);
    await pressIn(user, dialog, "End");
    await within(dialog).findByText("The current password is wrong.");
    fake.server.on(SESSIONS, succeeds([hereNow]));
    await pressIn(user, dialog, "End");
    await gone();
    await screen.findByText("Session ended");
    await waitFor(() => expect(screen.queryByText("Chrome on Android")).toBeNull());
  });

  test("SET-13: all others are ended with the password", async () => {
    fake.server.on("DELETE /api/v1/sessions", done);
    const user = openTab();
    await press(user, "End all others");
    const dialog = await screen.findByRole("dialog", { name: "End all other sessions" });
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    await pressIn(user, dialog, "End");
    await screen.findByText("All other sessions ended");
    expect(bodies("DELETE /api/v1/sessions")).toEqual([{ password: "correct horse" }]);
  });
});

describe("the owner alone", () => {
  test("SET-19: sees when the platform viewed the shop's data", async () => {
    const look = {
      id: "7",
      at: "2026-11-21T11:42:00Z",
      action: "support-read",
      result: "200",
      target: "/api/sales.php",
      actor_id: null,
      ip_prefix: "41.66.0.0/24",
    };
    openTab();
    fake.server.on("GET /api/v1/access-log", succeeds([look]));
    await screen.findByText("Viewed by Tillbook support");
    screen.getByText("/api/sales.php · 41.66.0.0/24");
  });

  test("SET-14: deletes the account with the password, and is offered the export first", async () => {
    const until = "2026-12-21T10:00:00Z";
    fake.server.on(
      `POST ${DELETION}`,
      answers({ success: true, message: "Your account will be deleted in 30 days" }),
    );
    const user = openTab();
    await press(user, "Delete Account");
    const dialog = await screen.findByRole("dialog", { name: /^Delete the account/ });
    within(dialog).getByRole("button", { name: "Sales" });
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    fake.server.on(`GET ${DELETION}`, succeeds({ until }));
    await pressIn(user, dialog, "Delete account");
    await screen.findByText(/will be deleted on 21 Dec 2026/);
    expect(bodies(`POST ${DELETION}`)).toEqual([{ password: "correct horse" }]);

    fake.server.on(
      `DELETE ${DELETION}`,
      answers({ success: true, message: "Your account will not be deleted" }),
    );
    fake.server.on(`GET ${DELETION}`, succeeds({ until: null }));
    await press(user, "Keep the account");
    await screen.findByText("Your account will not be deleted");
    await screen.findByRole("button", { name: "Delete Account" });
  });

  test("SET-14: is offered to owners only", async () => {
    openTab("manager");
    await screen.findByText("Firefox on Linux");
    expect(screen.queryByRole("button", { name: "Delete Account" })).toBeNull();
    expect(screen.queryByRole("switch")).toBeNull();
    expect(screen.queryByText("Access log")).toBeNull();
    expect(fake.server.calls("GET /api/v1/access-log")).toEqual([]);
  });
});

test("SET-20: the paper of the receipt printer is chosen for the device", async () => {
  serveSecurity(fake.server, account());
  const user = open("/app/settings?tab=profile", "cashier");
  await user.selectOptions(await screen.findByLabelText("Paper"), "58 mm roll");
  expect(localStorage.getItem("receipt-paper")).toBe("roll58");
});
