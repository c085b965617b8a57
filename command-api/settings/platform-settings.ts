import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import { DEFAULT_PLATFORM } from "#kernel/contract/default-settings.ts";
import { PlatformSettingsChanged } from "#kernel/contract/events/platform.ts";

import { changesOf, valuesAfter } from "./changes.ts";

/** The values that were set. Everything else comes from the defaults. */
const Values = z.object({
  premiumPriceMinor: z.optional(z.int()),
  enterprisePriceMinor: z.optional(z.int()),
  trialDays: z.optional(z.int()),
  maintenanceBanner: z.optional(z.nullable(z.string())),
});
export type PlatformValues = z.infer<typeof Values>;

export type ChangePlatformSettings = Readonly<{
  type: "ChangePlatformSettings";
  wanted: PlatformValues;
}>;

const Changes = PlatformSettingsChanged.shape.data.shape.changes;

export const platformSettings: Decider<
  ChangePlatformSettings,
  PlatformValues,
  PlatformSettingsChanged,
  never
> = {
  streamType: "platform-settings",
  initialState: {},
  parseState: (stored) => Values.parse(stored),

  decide({ wanted }, state) {
    const changes = changesOf({ ...DEFAULT_PLATFORM, ...state }, wanted);
    if (Object.keys(changes).length === 0) return [];
    return [{ type: "PlatformSettingsChanged", data: { changes: Changes.parse(changes) } }];
  },

  evolve: (state, { data }) => Values.parse(valuesAfter(state, data.changes)),
};
