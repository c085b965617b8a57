import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { answers, breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { settings } from "#tests/web/kit/platform-reports.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";
import { queryClient } from "#web/app/query.ts";

const fake = serveEachTest();
beforeEach(() => servePlatform(fake.server));

describe("global settings", () => {
  const SAVE = "PUT /api/v1/platform/settings";
  const PATH = "/app/global-settings";
  const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });

  it("ADMIN-22: shows the current settings", async () => {
    open(PATH, "super_admin");
    expect((await field("Basic (premium)")).value).toBe("50.00");
    expect((await field("Pro (enterprise)")).value).toBe("150.00");
    expect((await field("Trial days")).value).toBe("14");
    expect((await field("Banner for all shops (optional)")).value).toBe("");
  });

  it("ADMIN-22: sends the changes with the version they were based on, and confirms", async () => {
    fake.server.on(SAVE, succeeds({ id: "platform" }));
    const user = open(PATH, "super_admin");
    const price = await field("Basic (premium)");
    await user.clear(price);
    await user.type(price, "1,055.5");
    await user.type(await field("Banner for all shops (optional)"), "Back at noon.");
    const after = settings({
      premium_price: 1_055.5,
      maintenance_banner: "Back at noon.",
      version: 4,
    });
    fake.server.on("GET /api/v1/platform/settings", succeeds(after));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText("Global settings updated");
    const [call] = fake.server.calls(SAVE);
    expect(call?.body).toEqual({ premium_price: "1055.5", maintenance_banner: "Back at noon." });
    expect(call?.headers.get("if-match")).toBe('"3"');
    await waitFor(() => expect(price.value).toBe("1055.50"));
  });

  it("ADMIN-22: removes the banner when the field is cleared", async () => {
    fake.server.on(
      "GET /api/v1/platform/settings",
      succeeds(settings({ maintenance_banner: "Back at noon." })),
    );
    fake.server.on(SAVE, succeeds({ id: "platform" }));
    const user = open(PATH, "super_admin");
    await user.clear(await field("Banner for all shops (optional)"));
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(fake.server.calls(SAVE)[0]?.body).toEqual({ maintenance_banner: null }),
    );
  });

  it.each([
    ["Basic (premium)", "", "Price is required"],
    ["Pro (enterprise)", "12.345", "Enter a price like 12.50"],
    ["Trial days", "91", "Enter a whole number from 1 to 90"],
  ])("ADMIN-22: refuses %s of %o before it is sent", async (name, typed, text) => {
    const user = open(PATH, "super_admin");
    const input = await field(name);
    await user.clear(input);
    if (typed !== "") await user.type(input, typed);
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText(text, { exact: false });
    expect(fake.server.calls(SAVE)).toEqual([]);
  });

  it.each([
    ["a refusal", refuses(409, "Someone changed this."), "Not saved. Someone changed"],
    ["no answer", breaks, "We couldn't confirm this saved"],
  ])("ADMIN-22: says %s and keeps what was typed", async (_, answer, text) => {
    fake.server.on(SAVE, answer);
    const user = open(PATH, "super_admin");
    const days = await field("Trial days");
    await user.clear(days);
    await user.type(days, "30");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await screen.findByText(text, { exact: false });
    expect(days.value).toBe("30");
    fake.server.on("POST /api/v1/logout", answers({ success: true }));
  });
});

describe("the maintenance banner", () => {
  const tells = (maintenance_banner: string | null) =>
    fake.server.on(
      "GET /api/v1/public-settings",
      succeeds({ premium_price: 50, enterprise_price: 150, trial_days: 14, maintenance_banner }),
    );

  it("ADMIN-23: is shown in a shop until it is cleared", async () => {
    tells("Closed from 22:00 to 23:00.");
    fake.server.on("GET /api/products.php", succeeds([]));
    open("/app/products", "owner");
    await screen.findByText("Closed from 22:00 to 23:00.");
    tells(null);
    await queryClient.refetchQueries({ queryKey: ["public-settings"] });
    await waitFor(() => expect(screen.queryByText("Closed from 22:00 to 23:00.")).toBeNull());
  });
});
