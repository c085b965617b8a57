import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { demoFolder } from "#tests/kit/services/services.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { type Standalone, startStandalone } from "./standalone-process.ts";

/**
 * The standalone product with its demo shops. In a test run they are made once, and each product
 * starts on a copy of that folder, as it does when it is started a second time.
 */
export async function startDemo(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Standalone> {
  if (readTestSettings().run !== undefined) {
    await promisify(execFile)("cp", ["-a", `${await demoFolder()}/.`, dataDir]);
  }
  return startStandalone(dataDir, env);
}

/** Makes the folder that is copied. */
export async function fillDemo(folder: string): Promise<void> {
  const product = await startStandalone(folder);
  await product.stop();
}
