import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, succeeds } from "#tests/web/kit/fake-server.ts";
import { fillIn, press, pressIn } from "#tests/web/kit/hands.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";
import { account, hereNow, onPhone, serveSecurity } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();
beforeEach(() => {
  servePlatform(fake.server);
  serveSecurity(fake.server, account({ role: "super_admin" }));
});

const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);

test("ADMIN-32: the super admin's name in the menu leads to the account", async () => {
  const user = open("/app/super-admin", "super_admin");
  const side = within(await screen.findByRole("complementary"));
  const link = side.getByRole("link", { name: /Akosua Mensah.*Account/ });
  expect(link.getAttribute("aria-current")).toBeNull();
  await user.click(link);
  await screen.findByRole("heading", { level: 1, name: "Account" });
  expect(document.title).toBe("Account · Tillbook");
  expect(link.getAttribute("aria-current")).toBe("page");
  expect(await screen.findByLabelText("Email")).toHaveProperty("value", "akosua@adom.example");
  expect(screen.queryByText("Your name appears on the sales you record.")).toBeNull();
  const tabs = screen.getAllByRole("tab").map((tab) => tab.textContent);
  expect(tabs).toEqual(["Profile", "Security"]);
});

test("ADMIN-32: the super admin sets up a second factor", async () => {
  fake.server.on("POST /api/v1/account/totp", succeeds({ secret: "JBSWY3DP", uri: "otpauth://a" }));
  fake.server.on("POST /api/v1/account/totp/confirm", succeeds({ recovery_codes: ["0abc"] }));
  const user = open("/app/account?tab=security", "super_admin");
  await press(user, "Enable 2FA");
  const dialog = await screen.findByRole("dialog", { name: "Two-factor authentication" });
  await fillIn(user, { "Current password": "correct horse" }, dialog);
  await pressIn(user, dialog, "Continue");
  await fillIn(user, { Code: "123456" }, dialog);
  await pressIn(user, dialog, "Turn on");
  await within(dialog).findByText("0abc");
  expect(bodies("POST /api/v1/account/totp/confirm")).toEqual([{ code: "123456" }]);
});

test("ADMIN-32: the super admin ends another session, and sees no shop settings", async () => {
  fake.server.on("GET /api/v1/sessions", succeeds([hereNow, onPhone]), succeeds([hereNow]));
  fake.server.on("DELETE /api/v1/sessions/s-phone", answers({ success: true }));
  const user = open("/app/account?tab=security", "super_admin");
  await press(user, "End Chrome on Android");
  const dialog = await screen.findByRole("dialog", { name: "End this session" });
  await fillIn(user, { "Current password": "correct horse" }, dialog);
  await pressIn(user, dialog, "End");
  await screen.findByText("Session ended");
  expect(bodies("DELETE /api/v1/sessions/s-phone")).toEqual([{ password: "correct horse" }]);
  expect(screen.queryByText("Access log")).toBeNull();
  expect(screen.queryByText("Delete account")).toBeNull();
  expect(screen.queryByRole("switch")).toBeNull();
  expect(fake.server.calls("GET /api/v1/account-deletion")).toEqual([]);
});
