import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { press, retype } from "#tests/web/kit/hands.ts";
import { account, business, notifications, settings } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();

const SETTINGS = "GET /api/v1/settings";
const ACCOUNT = "GET /api/v1/account";
const SAVE_BUSINESS = "PUT /api/v1/settings/business";
const SAVE_NOTIFICATIONS = "PUT /api/v1/settings/notifications";

const taxed = { ...business, tax_profile: "registered", tax_rate: 15 } as const;

const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);
const save = (user: ReturnType<typeof open>) => press(user, "Save changes");

const serveAll = () => {
  fake.server.on(SETTINGS, succeeds(settings()));
  fake.server.on(ACCOUNT, succeeds(account()));
};

describe("the business settings", () => {
  const openTab = (role: string) => open("/app/settings?tab=business", role);

  test("SET-04: start with the saved values", async () => {
    serveAll();
    openTab("owner");
    expect(await screen.findByLabelText("Business name")).toHaveProperty(
      "value",
      "Adom Provisions",
    );
    expect(screen.getByLabelText("Currency")).toHaveProperty("value", "GHS");
    expect(screen.getByLabelText("Timezone")).toHaveProperty("value", "Africa/Accra");
    expect(screen.getByLabelText("Registered for tax")).toHaveProperty("value", "unregistered");
    const choices = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole("option")
        .map(({ textContent }) => textContent);
    expect(choices("Currency")).toEqual(["GHS", "USD", "EUR", "GBP"]);
    expect(choices("Timezone")).toEqual([
      "Africa/Accra",
      "UTC",
      "America/New_York",
      "Europe/London",
    ]);
  });

  test("SET-05: send changes with the version they were based on, and null for cleared fields", async () => {
    const renamed = { ...taxed, business_name: "Adom & Daughters", phone: null, version: 4 };
    fake.server.on(
      SETTINGS,
      succeeds(settings({ business: taxed })),
      succeeds(settings({ business: renamed })),
    );
    fake.server.on(SAVE_BUSINESS, succeeds({ id: "tenant-adom" }));
    const user = openTab("owner");
    await retype(user, "Business name", "Adom & Daughters");
    await retype(user, "Phone", "");
    await retype(user, "Tax rate", "12.5");
    await save(user);
    await screen.findByText("Business settings updated successfully!");
    const [call] = fake.server.calls(SAVE_BUSINESS);
    expect(call?.body).toEqual({
      business_name: "Adom & Daughters",
      phone: null,
      tax_rate: "12.5",
    });
    expect(call?.headers.get("if-match")).toBe('"3"');
    expect(localStorage.getItem("tenant")).toContain("Adom & Daughters");
  });

  test("SET-04: refuse an invalid tax rate before asking the server", async () => {
    fake.server.on(SETTINGS, succeeds(settings({ business: taxed })));
    const user = openTab("owner");
    await retype(user, "Tax rate", "12.505");
    await retype(user, "Email", "adom");
    await save(user);
    await screen.findByText("Must be a rate from 0 to 100 with at most 2 decimals");
    screen.getByText("Invalid email address");
    expect(bodies(SAVE_BUSINESS)).toEqual([]);
  });

  test("TAX-01, TAX-05: say how the shop is registered, and offer the rate in force in one press", async () => {
    serveAll();
    fake.server.on(SAVE_BUSINESS, succeeds({ id: "tenant-adom" }));
    const user = openTab("owner");
    const profile = await screen.findByLabelText("Registered for tax");
    screen.getByText("No tax is charged or shown.");
    expect(screen.queryByLabelText("TIN")).toBeNull();
    expect(screen.queryByLabelText("Tax rate")).toBeNull();
    await user.selectOptions(profile, "Another country");
    screen.getByText("Tax is charged at the rate you enter.");
    expect(screen.queryByRole("button", { name: /^Use / })).toBeNull();
    await user.selectOptions(profile, "Registered in Ghana");
    screen.getByText(/^Receipts list VAT and the levies/);
    await retype(user, "TIN", "C0001234567");
    await press(user, "Use 20%: VAT 15, NHIL 2.5, GETFund 2.5");
    expect(screen.getByLabelText("Tax rate")).toHaveProperty("value", "20.00");
    expect(screen.queryByRole("button", { name: /^Use / })).toBeNull();
    screen.getByText(/TIN C0001234567/);
    await save(user);
    await screen.findByText("Business settings updated successfully!");
    expect(bodies(SAVE_BUSINESS)).toEqual([
      { tax_profile: "registered", tin: "C0001234567", tax_rate: "20.00" },
    ]);
  });

  test("TAX-02: send no rate for a shop that is not registered, even if a wrong one was typed", async () => {
    fake.server.on(SETTINGS, succeeds(settings({ business: taxed })));
    fake.server.on(SAVE_BUSINESS, succeeds({ id: "tenant-adom" }));
    const user = openTab("owner");
    await retype(user, "Tax rate", "many");
    await user.selectOptions(screen.getByLabelText("Registered for tax"), "Not registered");
    await save(user);
    await screen.findByText("Business settings updated successfully!");
    expect(bodies(SAVE_BUSINESS)).toEqual([{ tax_profile: "unregistered", tax_rate: "0.00" }]);
  });

  test("TAX-10: say whether prices include tax", async () => {
    fake.server.on(SETTINGS, succeeds(settings({ business: taxed })));
    fake.server.on(SAVE_BUSINESS, succeeds({ id: "tenant-adom" }));
    const user = openTab("owner");
    const prices = await screen.findByLabelText("Prices");
    expect(prices).toHaveProperty("value", "inclusive");
    await user.selectOptions(prices, "Tax is added at the till");
    await save(user);
    await screen.findByText("Business settings updated successfully!");
    expect(bodies(SAVE_BUSINESS)).toEqual([{ tax_mode: "exclusive" }]);
  });

  test("TAX-01: tell a cashier the registration, TIN and rate", async () => {
    fake.server.on(SETTINGS, succeeds(settings({ business: { ...taxed, tin: "C0001234567" } })));
    openTab("cashier");
    await screen.findByText("Registered in Ghana");
    screen.getByText("C0001234567");
    screen.getByText("15%");
    screen.getByText("Include tax");
  });

  test("SET-08: do not overwrite a concurrent change, and are saved after a reload", async () => {
    const theirs = { ...business, address: "1 Ring Road", version: 4 };
    fake.server.on(SETTINGS, succeeds(settings()), succeeds(settings({ business: theirs })));
    fake.server.on(
      SAVE_BUSINESS,
      refuses(412, "This was changed since you opened it. Reload and try again."),
      succeeds({ id: "tenant-adom" }),
    );
    const user = openTab("owner");
    await retype(user, "Phone", "020 000 0000");
    await save(user);
    await screen.findByText(/^Not saved. This was changed since you opened it/);
    await screen.findByText("Failed to update business settings");
    await waitFor(() =>
      expect(screen.getByLabelText("Address")).toHaveProperty("value", "1 Ring Road"),
    );
    expect(screen.getByLabelText("Phone")).toHaveProperty("value", "020 000 0000");
    await save(user);
    await screen.findByText("Business settings updated successfully!");
    const sent = fake.server.calls(SAVE_BUSINESS);
    expect(sent.map(({ headers }) => headers.get("if-match"))).toEqual(['"3"', '"4"']);
    expect(sent[1]?.body).toEqual({ phone: "020 000 0000" });
  });

  test("SET-09: say nothing of success before the server has answered, and keep the contents", async () => {
    serveAll();
    fake.server.on(SAVE_BUSINESS, hangs);
    const user = openTab("owner");
    await retype(user, "Phone", "020");
    await save(user);
    await save(user);
    expect(bodies(SAVE_BUSINESS)).toHaveLength(1);
    expect(screen.queryByText("Business settings updated successfully!")).toBeNull();
  });

  test("SET-09: keep the contents where no answer came", async () => {
    serveAll();
    fake.server.on(SAVE_BUSINESS, breaks);
    const user = openTab("owner");
    await retype(user, "Phone", "020");
    await save(user);
    await screen.findByText(/^We couldn't confirm this saved/);
    await screen.findByText("Failed to update business settings");
    expect(screen.getByLabelText("Phone")).toHaveProperty("value", "020");
  });

  test("SET-09: keep input typed during a save, and send it next time", async () => {
    const saved = { ...business, phone: "020", version: 4 };
    fake.server.on(SETTINGS, succeeds(settings()), succeeds(settings({ business: saved })));
    const answer = Promise.withResolvers<void>();
    fake.server.on(SAVE_BUSINESS, async (call) => {
      await answer.promise;
      return succeeds({ id: "tenant-adom" })(call);
    });
    const user = openTab("owner");
    await retype(user, "Phone", "020");
    await save(user);
    await retype(user, "Address", "1 Ring Road");
    answer.resolve();
    await screen.findByText("Business settings updated successfully!");
    expect(screen.getByLabelText("Address")).toHaveProperty("value", "1 Ring Road");
    await save(user);
    await waitFor(() =>
      expect(bodies(SAVE_BUSINESS)).toEqual([{ phone: "020" }, { address: "1 Ring Road" }]),
    );
  });

  test("SET-06: can be read by a cashier and changed only by the owner", async () => {
    serveAll();
    openTab("cashier");
    await screen.findByText("Adom Provisions");
    screen.getByText("Only the owner can change these settings.");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
  });

  test("STATE-02: say why they did not load, and retry", async () => {
    fake.server.on(SETTINGS, refuses(403, "Your role does not allow this"), succeeds(settings()));
    const user = openTab("owner");
    await screen.findByText("Failed to load settings");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByLabelText("Business name");
  });
});

describe("the notifications tab", () => {
  test("SET-07: sends only its own changed toggles", async () => {
    const now = { ...notifications, sales_reports: false, version: 2 };
    fake.server.on(SETTINGS, succeeds(settings()), succeeds(settings({ notifications: now })));
    fake.server.on(SAVE_NOTIFICATIONS, succeeds({ id: "tenant-adom" }));
    const user = open("/app/settings?tab=notifications", "manager");
    expect(
      (await screen.findAllByRole("switch")).map((one) => [one.getAttribute("aria-checked")]),
    ).toEqual([["true"], ["true"], ["true"], ["false"]]);
    await user.click(screen.getByRole("switch", { name: "Sales reports" }));
    await save(user);
    await screen.findByText("Notification settings updated successfully!");
    expect(bodies(SAVE_NOTIFICATIONS)).toEqual([{ sales_reports: false }]);
  });

  const failures = [
    { answer: refuses(403, "no"), text: "Failed to update settings" },
    { answer: breaks, text: "Failed to save notification settings" },
  ];
  for (const { answer, text } of failures) {
    test(`SET-07: says "${text}" where it is so`, async () => {
      serveAll();
      fake.server.on(SAVE_NOTIFICATIONS, answer);
      const user = open("/app/settings?tab=notifications", "owner");
      await user.click(await screen.findByRole("switch", { name: "Low stock alerts" }));
      await save(user);
      await screen.findByText(text);
    });
  }
});
