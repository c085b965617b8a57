import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { succeeds } from "#tests/web/kit/fake-server.ts";
import { backup, health } from "#tests/web/kit/platform-reports.ts";
import { servePlatform } from "#tests/web/kit/serve-platform.ts";
import { queryClient } from "#web/app/query.ts";

const fake = serveEachTest();
beforeEach(() => servePlatform(fake.server));

const section = (name: string) => screen.findByRole("region", { name });

describe("backups", () => {
  it("ADMIN-33: the health screen shows the age and size of the last one, and its restore test", async () => {
    const taken_at = new Date(Date.now() - 3 * 3_600_000).toISOString();
    fake.server.on(
      "GET /api/v1/platform/health",
      succeeds(health({ backup: { ...backup, taken_at } })),
    );
    open("/app/health", "super_admin");
    const list = within(await section("Backups"));
    await list.findByText("Recent");
    list.getByText("4.2 MB, 12,345 events of 12 tenants");
    list.getByText("3h ago");
    list.getByText("Last restore test");
    list.getByText("OK");
  });

  it("ADMIN-33: says when the last one is too old, when one failed its check, and when there is none", async () => {
    const failed = { ...backup, test_ok: false, test_error: "heads differ" };
    fake.server.on(
      "GET /api/v1/platform/health",
      succeeds(health({ backup, restore_test: failed })),
    );
    open("/app/health", "super_admin");
    const list = within(await section("Backups"));
    await list.findByText("Too old");
    list.getByText("Verification failed");
    list.getByText("heads differ");
    fake.server.on(
      "GET /api/v1/platform/health",
      succeeds(health({ backup: null, restore_test: null })),
    );
    await queryClient.refetchQueries({ queryKey: ["platform", "health"] });
    const none = await screen.findByText(/No backup yet/);
    expect(none.closest("ul")).not.toBeNull();
  });

  it("ADMIN-33: the database screen lists them", async () => {
    open("/app/database", "super_admin");
    const list = within(await section("Backups"));
    await list.findByText("4.2 MB, 12,345 events of 12 tenants");
    list.getByText("OK");
  });
});
