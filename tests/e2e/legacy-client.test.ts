import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll } from "vitest";

import { startDemo } from "#tests/kit/product/demo-product.ts";
import type { Standalone } from "#tests/kit/product/standalone-process.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { doTheJobsOfTheSuperAdmin } from "./legacy/admin-jobs.ts";
import { doTheJobsOfNotifications } from "./legacy/notification-jobs.ts";
import { doTheJobsOfAShop } from "./legacy/shop-jobs.ts";

describeWith(["postgres"], "a legacy client of the standalone product", () => {
  let folder = "";
  let product: Standalone;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-legacy-"));
    product = await startDemo(folder);
  });
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const admin = async () => {
    const signIns = await product.signIns();
    const found = signIns.find(({ email }) => email.startsWith("admin@"));
    if (!found) throw new Error("no super admin was printed");
    return found;
  };
  doTheJobsOfAShop(() => product.url);
  doTheJobsOfNotifications(() => product.url);
  doTheJobsOfTheSuperAdmin(() => product.url, admin);
});
