import { fillDemo } from "#tests/kit/product/demo-product.ts";

import { openChannel } from "./service-channel.ts";
import { createServiceHost } from "./service-host.ts";
import type { Missing } from "./service-types.ts";
import { migrateTemplate } from "./template-database.ts";
import { announceRun, readTestSettings } from "./test-settings.ts";

const refuseMissing = (missing: Missing): void => {
  const lines = Object.entries(missing).flatMap(([name, reason]) =>
    reason === undefined ? [] : [`${name}: ${reason}`],
  );
  if (lines.length > 0) throw new Error(`Nothing may be missing under CI\n${lines.join("\n")}`);
};

/**
 * Vitest calls it for every project of the run, in one process. The first call creates the services
 * of the run, and its teardown, which comes last, stops them.
 */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  const settings = readTestSettings();
  if (settings.run !== undefined) return undefined;
  const host = createServiceHost(settings, { migrate: migrateTemplate, fillDemo });
  const missing = await host.missing();
  if (settings.isCi) refuseMissing(missing);
  const { url, close } = await openChannel(host);
  announceRun({ url, missing });
  return async () => {
    await host.stop();
    close();
  };
};
