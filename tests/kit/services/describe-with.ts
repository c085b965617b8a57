import { describe } from "vitest";

import type { Need } from "./service-types.ts";
import { missingServices } from "./services.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Why the suite does not run on this machine; the reporter lists it. */
    notRun?: string;
  }
}

let reasonNow: string | undefined;

/** Why the suite that is being declared does not run on this machine. */
export const reasonNotToRun = (): string | undefined => reasonNow;

/** Skips the suite, and reports why, if this machine lacks something it needs. */
export const describeWith = (needs: readonly Need[], name: string, body: () => void): void => {
  const missing = missingServices();
  const reasons = needs.flatMap((need) => missing[need] ?? []);
  if (reasons.length === 0) {
    describe(name, body);
    return;
  }
  const notRun = reasons.join("; ");
  describe(name, { skip: true, meta: { notRun } }, () => {
    reasonNow = notRun;
    body();
    reasonNow = undefined;
  });
};
