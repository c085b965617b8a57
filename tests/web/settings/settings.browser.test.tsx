import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { faultsOf, tooSmall } from "#tests/web/kit/access.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { fillIn, press, pressIn } from "#tests/web/kit/hands.ts";
import {
  account,
  akosua,
  business,
  hereNow,
  invited,
  kofi,
  onPhone,
  settings,
  subscription,
} from "#tests/web/kit/settings.ts";

const fake = serveEachTest();
afterEach(() => {
  delete document.documentElement.dataset["theme"];
});

const longName = { ...business, business_name: "Nana Yaa Asantewaa Provisions and General Stores" };
const look = {
  id: "7",
  at: "2026-11-21T11:42:00Z",
  action: "support-read",
  result: "200",
  target: "/api/v1/sales/01990000-0000-7000-8000-000018d94ba6",
  actor_id: null,
  ip_prefix: "2001:db8:1234::/48",
};
const mail = {
  id: "m-1",
  kind: "low-stock",
  subject: "Low Stock Alert: Nana Yaa Asantewaa Provisions",
  to_email: "akosua.mensah.the.second@provisions.example",
  sent_at: "2026-11-21T11:42:00Z",
  status: "failed",
  error: "550 no such mailbox",
};

const serveAll = () => {
  fake.server.on("GET /api/v1/settings", succeeds(settings({ business: longName })));
  fake.server.on("GET /api/v1/account", succeeds(account()));
  fake.server.on("GET /api/v1/sessions", succeeds([hereNow, onPhone]));
  fake.server.on("GET /api/v1/access-log", succeeds([look]));
  fake.server.on("GET /api/v1/account-deletion", succeeds({ until: null }));
  fake.server.on("GET /api/v1/subscription", succeeds(subscription));
  fake.server.on("GET /api/v1/staff", succeeds([akosua, kofi, invited]));
  fake.server.on("GET /api/notifications/logs", succeeds({ notifications: [mail] }));
  fake.server.on("GET /api/v1/notifications", succeeds({ notifications: [], unread: 0 }));
};

const expectWell = async () => {
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull());
  expect(await faultsOf()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  expect(tooSmall()).toEqual([]);
};

const TABS = [
  { tab: "profile", stands: "Appearance" },
  { tab: "business", stands: "Money and time" },
  { tab: "notifications", stands: "Notifications" },
  { tab: "security", stands: "Delete account" },
  { tab: "payments", stands: "Billing" },
  { tab: "integrations", stands: "Your own mail server" },
];

describe("on the narrowest phone", () => {
  for (const { tab, stands } of TABS) {
    for (const theme of ["light", "dark"]) {
      test(`STATE-09, STATE-10, STATE-12: the ${tab} settings pass the screen checks, ${theme}`, async () => {
        await page.viewport(320, 640);
        document.documentElement.dataset["theme"] = theme;
        serveAll();
        open(`/app/settings?tab=${tab}`, "owner");
        await screen.findByRole("heading", { name: stands });
        await expectWell();
      });
    }
  }

  test("STATE-12: the notification settings pass the screen checks with the test email open", async () => {
    await page.viewport(320, 640);
    serveAll();
    const user = open("/app/notifications/settings", "owner");
    await press(user, "Test Email");
    await screen.findByLabelText("Send a test to");
    await screen.findByText("Failed");
    await expectWell();
  });

  test("STATE-12: a refused business form passes the screen checks", async () => {
    await page.viewport(320, 640);
    serveAll();
    const taxed = { ...business, tax_profile: "registered" } as const;
    fake.server.on("GET /api/v1/settings", succeeds(settings({ business: taxed })));
    fake.server.on("PUT /api/v1/settings/business", breaks);
    const user = open("/app/settings?tab=business", "owner");
    await fillIn(user, { Phone: "020", "Tax rate": "x" });
    await press(user, "Save changes");
    await screen.findByText(/^Must be a rate/);
    await expectWell();
  });

  test("STATE-12: error states pass the screen checks", async () => {
    await page.viewport(320, 640);
    serveAll();
    fake.server.on("GET /api/v1/settings", refuses(403, "Your role does not allow this"));
    open("/app/settings?tab=business", "owner");
    await screen.findByText("Failed to load settings");
    await expectWell();
  });
});

test.each([
  ["profile", "Appearance"],
  ["integrations", "Your own mail server"],
])("STATE-43: where more tabs than %s go on out of view, they fade", async (tab, heading) => {
  await page.viewport(360, 740);
  serveAll();
  open(`/app/settings?tab=${tab}`, "owner");
  await screen.findByRole("heading", { name: heading });
  const row = screen.getByRole("tablist");
  expect(row.scrollWidth).toBeGreaterThan(row.clientWidth);
  expect(getComputedStyle(row).maskImage).toContain("gradient");
  // At the end, the last name is before the part that fades.
  row.scrollLeft = row.scrollWidth;
  const last = screen.getAllByRole("tab").at(-1);
  const words = document.createRange();
  words.selectNodeContents(last ?? row);
  expect(words.getBoundingClientRect().right).toBeLessThanOrEqual(row.clientWidth - 23);

  await page.viewport(1280, 800);
  expect(getComputedStyle(row).maskImage).toBe("none");
});

test.each(["light", "dark"])(
  "STATE-09, STATE-10, STATE-12: the team passes the screen checks, %s",
  async (theme) => {
    await page.viewport(320, 640);
    document.documentElement.dataset["theme"] = theme;
    serveAll();
    open("/app/team", "owner");
    await screen.findByRole("button", { name: "Remove Kofi Asante" });
    await expectWell();
  },
);

test("STATE-12: the link of an invitation passes the screen checks", async () => {
  await page.viewport(320, 640);
  serveAll();
  const link = `/auth/accept-invitation?token=${"a".repeat(43)}`;
  fake.server.on("POST /api/v1/staff", succeeds({ id: "user-new", link }));
  const user = open("/app/team?invite=1", "owner");
  const dialog = await screen.findByRole("dialog", { name: "Invite to the team" });
  await fillIn(user, { Email: "esi@adom.example" }, dialog);
  await pressIn(user, dialog, "Send invitation");
  await screen.findByRole("dialog", { name: "Invitation sent" });
  await expectWell();
});

describe("the dialogs", () => {
  test("STATE-12: each step of the two-factor setup passes the screen checks", async () => {
    await page.viewport(320, 640);
    serveAll();
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const uri = `otpauth://totp/Tillbook:akosua%40adom.example?secret=${secret}&issuer=Tillbook`;
    const codes = Array.from({ length: 10 }, (_, ix) => `${ix}abc-defg-hijk`);
    fake.server.on("POST /api/v1/account/totp", succeeds({ secret, uri }));
    fake.server.on("POST /api/v1/account/totp/confirm", succeeds({ recovery_codes: codes }));
    const user = open("/app/settings?tab=security", "owner");
    await press(user, "Enable 2FA");
    const dialog = await screen.findByRole("dialog");
    await fillIn(user, { "Current password": "correct horse" }, dialog);
    await pressIn(user, dialog, "Continue");
    await within(dialog).findByRole("figure");
    await expectWell();
    await user.type(within(dialog).getByRole("textbox", { name: "Code" }), "123456");
    await pressIn(user, dialog, "Turn on");
    await within(dialog).findByRole("list", { name: "Recovery codes" });
    await expectWell();
    expect(dialog.scrollWidth).toBeLessThanOrEqual(320);
  });

  for (const { path, name } of [
    { path: "/app/settings?tab=security&password=1", name: "Change password" },
    { path: "/app/team?invite=1", name: "Invite to the team" },
    { path: "/app/team?role=user-kofi", name: "Role of Kofi Asante" },
    { path: "/app/settings?tab=integrations&smtp=1", name: "Your own mail server" },
    { path: "/app/settings?tab=payments&billing=1", name: "Update billing" },
  ] as const) {
    test(`STATE-12: "${name}" passes the screen checks`, async () => {
      await page.viewport(320, 640);
      serveAll();
      open(path, "owner");
      await screen.findByRole("dialog", { name });
      await expectWell();
    });
  }

  test("STATE-12: the second sign-in step passes the screen checks", async () => {
    await page.viewport(320, 640);
    const text = "Enter the code of your authenticator app.";
    fake.server.on("POST /auth/login.php", refuses(401, text, "totp-required"), answers({}, 500));
    const user = open("/auth/login");
    await fillIn(user, { Email: "akosua@adom.example" });
    await user.type(screen.getByRole("textbox", { name: "Email" }), "{Tab}correct horse{Enter}");
    await screen.findByRole("textbox", { name: "Code" });
    await expectWell();
  });
});

test("STATE-12: the business settings pass the screen checks on a wide screen", async () => {
  await page.viewport(1280, 800);
  serveAll();
  open("/app/settings?tab=business", "owner");
  await screen.findByLabelText("Business name");
  expect(await faultsOf()).toEqual([]);
});
