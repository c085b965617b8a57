import type { ComponentType } from "react";

import { addIcons } from "#web/ui/icon/icons.ts";

type Screen<Props> = { default: ComponentType<Props> };

/** The platform's screens bring drawings that no shop needs, and so does the frame around them. */
export const loadPlatform =
  <Props = object>(load: () => Promise<Screen<Props>>) =>
  async (): Promise<Screen<Props>> => {
    const [screen, { platformIcons }] = await Promise.all([
      load(),
      import("#web/ui/icon/platform-icons.ts"),
    ]);
    addIcons(platformIcons);
    return screen;
  };

/** Each a chunk of its own. */
export const platformScreens = {
  superAdmin: loadPlatform(() => import("#web/features/platform/dashboard/super-admin-screen.tsx")),
  tenants: loadPlatform(() => import("#web/features/platform/tenants/tenants-screen.tsx")),
  analytics: loadPlatform(() => import("#web/features/platform/insight/analytics-screen.tsx")),
  health: loadPlatform(() => import("#web/features/platform/health/health-screen.tsx")),
  revenue: loadPlatform(() => import("#web/features/platform/insight/revenue-screen.tsx")),
  database: loadPlatform(() => import("#web/features/platform/database/database-screen.tsx")),
  account: loadPlatform(async () => ({
    default: (await import("./account-page.tsx")).AccountPage,
  })),
  globalSettings: loadPlatform(
    () => import("#web/features/platform/settings/global-settings-screen.tsx"),
  ),
};
