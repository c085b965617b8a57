import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { press, retype } from "#tests/web/kit/hands.ts";
import { account, settings } from "#tests/web/kit/settings.ts";

const fake = serveEachTest();

const SETTINGS = "GET /api/v1/settings";
const ACCOUNT = "GET /api/v1/account";
const SAVE_PROFILE = "PUT /api/v1/settings/profile";

const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);
const tabNames = () => screen.getAllByRole("tab").map((tab) => tab.textContent);
const save = (user: ReturnType<typeof open>) => press(user, "Save changes");

const serveAll = () => {
  fake.server.on(SETTINGS, succeeds(settings()));
  fake.server.on(ACCOUNT, succeeds(account()));
};

describe("the tabs", () => {
  test("SET-01: begin with Profile, and the URL names the chosen one", async () => {
    serveAll();
    const user = open("/app/settings", "owner");
    await screen.findByRole("tab", { name: "Profile", selected: true });
    expect(tabNames()).toEqual([
      "Profile",
      "Business",
      "Notifications",
      "Security",
      "Payments",
      "Integrations",
      "Tills",
    ]);
    await user.click(screen.getByRole("tab", { name: "Business" }));
    await screen.findByLabelText("Business name");
    expect(location.search).toBe("?tab=business");
  });

  test("SET-01: are reached by the arrows, and chosen by Enter", async () => {
    serveAll();
    const user = open("/app/settings", "owner");
    (await screen.findByRole("tab", { name: "Profile" })).focus();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Business" }));
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Tills" }));
    expect(location.search).toBe("");
    await user.keyboard("{Home}{ArrowRight}{Enter}");
    await screen.findByRole("tabpanel", { name: "Business" });
    expect(location.search).toBe("?tab=business");
  });

  const seen = [
    { role: "manager", tabs: ["Profile", "Business", "Notifications", "Security", "Tills"] },
    { role: "cashier", tabs: ["Profile", "Business", "Security"] },
  ];
  for (const { role, tabs } of seen) {
    test(`SET-01: are for a ${role} those that the role may use`, async () => {
      serveAll();
      open("/app/settings?tab=payments", role);
      await screen.findByLabelText("First name");
      expect(tabNames()).toEqual(tabs);
    });
  }

  test("SET-09: ask before discarding unsaved changes", async () => {
    serveAll();
    const user = open("/app/settings", "owner");
    await retype(user, "First name", "Ama");
    await user.click(screen.getByRole("tab", { name: "Business" }));
    const question = await screen.findByRole("alertdialog", { name: "Discard your changes?" });
    await user.click(within(question).getByRole("button", { name: "Keep editing" }));
    expect(screen.getByLabelText("First name")).toHaveProperty("value", "Ama");
    await user.click(screen.getByRole("link", { name: "Products" }));
    const again = await screen.findByRole("alertdialog", { name: "Discard your changes?" });
    expect(location.pathname).toBe("/app/settings");
    fake.server.on("GET /api/products.php", succeeds([]));
    await user.click(within(again).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(location.pathname).toBe("/app/products"));
  });
});

describe("the profile", () => {
  test("SET-02: is saved with what was changed, and the frame shows the new name", async () => {
    fake.server.on(ACCOUNT, succeeds(account()), succeeds(account({ first_name: "Ama" })));
    fake.server.on(SAVE_PROFILE, answers({ success: true, message: "saved" }));
    const user = open("/app/settings", "owner");
    await retype(user, "First name", "Ama");
    await save(user);
    await screen.findByText("Profile updated successfully!");
    expect(bodies(SAVE_PROFILE)).toEqual([{ first_name: "Ama" }]);
    expect(await screen.findAllByText("Ama Mensah")).not.toEqual([]);
    expect(localStorage.getItem("user")).toContain("Ama");
  });

  test("SET-03: takes the password for another email", async () => {
    fake.server.on(ACCOUNT, succeeds(account()));
    fake.server.on(SAVE_PROFILE, answers({ success: true, message: "saved" }));
    const user = open("/app/settings", "owner");
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await retype(user, "Email", "ama@adom.example");
    await save(user);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText("Current password")),
    );
    expect(bodies(SAVE_PROFILE)).toEqual([]);
    await user.type(screen.getByLabelText("Current password"), "correct horse");
    await save(user);
    await waitFor(() =>
      expect(bodies(SAVE_PROFILE)).toEqual([
        { email: "ama@adom.example", password: "correct horse" },
      ]),
    );
  });

  test("SET-03: a typed password that is no longer needed stays visible and does no harm", async () => {
    fake.server.on(ACCOUNT, succeeds(account()));
    fake.server.on(SAVE_PROFILE, answers({ success: true, message: "saved" }));
    const user = open("/app/settings", "owner");
    await retype(user, "Email", "ama@adom.example");
    await user.type(await screen.findByLabelText("Current password"), "correct horse");
    await retype(user, "Email", "akosua@adom.example");
    expect(screen.getByLabelText("Current password")).toHaveProperty("value", "correct horse");
    await retype(user, "First name", "Ama");
    await save(user);
    await waitFor(() =>
      expect(bodies(SAVE_PROFILE)).toEqual([{ first_name: "Ama", password: "correct horse" }]),
    );
  });

  test("SET-02: uses the registration's text for an empty name, and its own for a failure", async () => {
    fake.server.on(ACCOUNT, succeeds(account()));
    fake.server.on(SAVE_PROFILE, refuses(409, "An account with this email already exists"));
    const user = open("/app/settings", "owner");
    await retype(user, "First name", "");
    await save(user);
    await screen.findByText("First name is required");
    await retype(user, "First name", "Ama");
    await save(user);
    await screen.findByText("Failed to update profile");
    screen.getByText("Not saved. An account with this email already exists");
    expect(screen.getByLabelText("First name")).toHaveProperty("value", "Ama");
  });
});
