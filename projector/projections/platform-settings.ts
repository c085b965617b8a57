import { isOfPlatform, defineProjection } from "./projection.ts";
import { thingsTable } from "./table.ts";

const setting = thingsTable(
  "rm_platform_settings",
  { name: "text" },
  { value: "json?", version: "int", changed_ms: "bigint" },
);

/** What was ever changed of the platform's settings; the rest is as it began. */
export const platformSettings = defineProjection("platform_settings", setting.table, {
  PlatformSettingsChanged: (event) => {
    if (!isOfPlatform(event)) return [];
    const stamp = { version: event.streamVersion, changed_ms: event.occurredMs };
    return Object.entries(event.data.changes).flatMap(([name, change]) =>
      change ? [setting.put({ name }, { value: change.to, ...stamp })] : [],
    );
  },
});
