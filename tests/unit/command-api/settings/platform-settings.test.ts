import { test } from "vitest";

import { platformSettings } from "#command-api/settings/platform-settings.ts";
import { givenFor } from "#tests/kit/builders/given.ts";

const given = givenFor(platformSettings);
const priced = {
  type: "PlatformSettingsChanged",
  data: { changes: { premiumPriceMinor: { from: 5_000, to: 6_000 } } },
} as const;

test("only what differs is recorded, with from and to", () => {
  given()
    .when({
      type: "ChangePlatformSettings",
      wanted: { premiumPriceMinor: 6_000, trialDays: 14, maintenanceBanner: undefined },
    })
    .thenEvents(priced);
  given(priced)
    .when({ type: "ChangePlatformSettings", wanted: { premiumPriceMinor: 6_000 } })
    .thenNothing();
});

test("a banner is set and removed", () => {
  const banner = (from: string | null, to: string | null) =>
    ({
      type: "PlatformSettingsChanged",
      data: { changes: { maintenanceBanner: { from, to } } },
    }) as const;
  given()
    .when({ type: "ChangePlatformSettings", wanted: { maintenanceBanner: "Back at noon" } })
    .thenEvents(banner(null, "Back at noon"));
  given(banner(null, "Back at noon"))
    .when({ type: "ChangePlatformSettings", wanted: { maintenanceBanner: null } })
    .thenEvents(banner("Back at noon", null));
});
