import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { activity, look, message, pageOf } from "#tests/web/kit/platform.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";

const fake = serveEachTest();
beforeEach(() => servePlatform(fake.server));

const PATH = "/app/super-admin";

describe("the inbox", () => {
  it("ADMIN-24: lists visitors' messages and opens the full text", async () => {
    const user = open(`${PATH}?tab=inbox`, "super_admin");
    await user.click(await screen.findByRole("button", { name: "Yaw Darko" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Message from Yaw Darko" }));
    dialog.getByText("How is the yearly plan paid?");
    dialog.getByText("Billing");
    dialog.getByText("Darko Ventures");
    expect(dialog.getByRole("link", { name: "yaw@darko.example" }).getAttribute("href")).toBe(
      "mailto:yaw@darko.example",
    );
    expect(location.search).toBe("?tab=inbox&message=m-1");
  });

  it("ADMIN-24: shows what is left of an erased sender", async () => {
    const forgotten = { ...message, first_name: null, last_name: null, email: null, message: null };
    fake.server.on("GET /api/v1/platform/inbox", pageOf([forgotten]));
    open(`${PATH}?tab=inbox`, "super_admin");
    await screen.findByRole("button", { name: "Unknown sender" });
    screen.getByText("Deleted");
  });

  it("ADMIN-24: turns its pages on the server", async () => {
    fake.server.on("GET /api/v1/platform/inbox", pageOf([message], 41));
    const user = open(`${PATH}?tab=inbox`, "super_admin");
    await screen.findByText("1 to 20 of 41");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByText("21 to 40 of 41");
    expect(fake.server.calls("GET /api/v1/platform/inbox").at(-1)?.query.get("page")).toBe("2");
  });

  it("ADMIN-24: explains an empty inbox and a failed load", async () => {
    fake.server.on("GET /api/v1/platform/inbox", refuses(429, "Too many requests"), pageOf([]));
    const user = open(`${PATH}?tab=inbox`, "super_admin");
    await screen.findByRole("heading", { name: "Failed to load the inbox" });
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByRole("heading", { name: "No messages" });
  });
});

describe("the activity and the access log", () => {
  const ACTIVITY = "GET /api/super-admin.php/activity";

  it("ADMIN-06: retries at once on request, before its own next retry", async () => {
    fake.server.on(ACTIVITY, breaks);
    const user = open(`${PATH}?tab=activity`, "super_admin");
    const again = await screen.findByRole("button", { name: "Retry" });
    const asked = fake.server.calls(ACTIVITY).length;
    await user.click(again);
    // Its own next try comes two seconds after the one before.
    await waitFor(() => expect(fake.server.calls(ACTIVITY)).toHaveLength(asked + 1), {
      timeout: 1_000,
    });
  });

  it("ADMIN-06: loads older activity on request, without duplicates", async () => {
    const items = Array.from({ length: 50 }, (_, index) =>
      activity({ id: `a-${index}`, message: `Event ${index}` }),
    );
    fake.server.on(
      "GET /api/super-admin.php/activity",
      succeeds(items),
      succeeds([activity({ id: "a-49", message: "Event 49" }), activity({ id: "a-50" })]),
    );
    const user = open(`${PATH}?tab=activity`, "super_admin");
    await user.click(await screen.findByRole("button", { name: "Show older" }));
    await screen.findByText("Cape Coast Coffee registered");
    expect(screen.getAllByText("Event 49")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
  });

  it("ADMIN-26: shows who viewed what, and what was refused", async () => {
    const own = {
      ...look,
      id: "l-2",
      action: "platform-read",
      result: "ok",
      target: "GET /api/super-admin.php/tenants",
      actor_id: "user-super_admin",
      ip_prefix: null,
      tenant_id: null,
      tenant_name: null,
    };
    fake.server.on("GET /api/v1/platform/access-log", pageOf([own, look]));
    open(`${PATH}?tab=access`, "super_admin");
    const rows = await screen.findAllByRole("row");
    expect(rows[1]?.textContent).toMatch(/^Viewed by a platform adminYouTenant list/);
    expect(rows[2]?.textContent).toMatch(
      /^Sign-in wrong passwordUnknown user, from 102.176.0.0\/16Adom Provisions/,
    );
    screen.getByText("All activity is logged and monitored.");
  });

  it("ADMIN-26: marks an access as failed only if its answer was an error", async () => {
    const seen = { ...look, action: "support-read", result: "200", target: "GET /api/sales.php" };
    const missed = { ...seen, id: "l-2", result: "404" };
    fake.server.on("GET /api/v1/platform/access-log", pageOf([seen, missed]));
    open(`${PATH}?tab=access`, "super_admin");
    const rows = await screen.findAllByRole("row");
    expect(rows[1]?.textContent).toMatch(/^Viewed by Tillbook supportUnknown user/);
    expect(rows[2]?.textContent).toMatch(/^Viewed by Tillbook support 404Unknown user/);
  });
});
