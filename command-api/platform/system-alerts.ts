import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type { SystemAlertCleared, SystemAlertRaised } from "#kernel/contract/events/platform.ts";

export type Alert = SystemAlertRaised["data"];

export type ReportAlerts = Readonly<{
  type: "ReportAlerts";
  /** All current problems. */
  alerts: readonly Alert[];
}>;

/** The ids of open alerts. */
const OpenAlerts = z.object({ open: z.array(z.string()) });
export type OpenAlerts = z.infer<typeof OpenAlerts>;

type AlertEvent = SystemAlertRaised | SystemAlertCleared;

/** Raises each alert once and clears it once, however often problems are reported. */
export const systemAlerts: Decider<ReportAlerts, OpenAlerts, AlertEvent, never> = {
  streamType: "system-alerts",
  initialState: { open: [] },
  parseState: (stored) => OpenAlerts.parse(stored),

  decide({ alerts }, { open }) {
    const wrong = new Set(alerts.map(({ alertId }) => alertId));
    return [
      ...alerts
        .filter(({ alertId }) => !open.includes(alertId))
        .map((data) => ({ type: "SystemAlertRaised", data }) as const),
      ...open
        .filter((alertId) => !wrong.has(alertId))
        .map((alertId) => ({ type: "SystemAlertCleared", data: { alertId } }) as const),
    ];
  },

  evolve({ open }, { type, data: { alertId } }) {
    switch (type) {
      case "SystemAlertRaised":
        return { open: [...open, alertId] };
      case "SystemAlertCleared":
        return { open: open.filter((one) => one !== alertId) };
    }
  },
};
