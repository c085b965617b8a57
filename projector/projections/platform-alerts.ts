import { isOfPlatform, defineProjection } from "./projection.ts";
import { thingsTable } from "./table.ts";

const alert = thingsTable(
  "rm_platform_alerts",
  { alert_id: "text" },
  { kind: "text", message: "text", raised_ms: "bigint", cleared_ms: "bigint?" },
);

/** What is wrong with the product itself, until it is well again. */
export const platformAlerts = defineProjection("platform_alerts", alert.table, {
  SystemAlertRaised: (event) => {
    const { alertId, kind, message } = event.data;
    const row = { kind, message, raised_ms: event.occurredMs };
    return isOfPlatform(event) ? [alert.put({ alert_id: alertId }, row)] : [];
  },
  SystemAlertCleared: (event) =>
    isOfPlatform(event)
      ? [alert.patch({ alert_id: event.data.alertId }, { cleared_ms: event.occurredMs })]
      : [],
});
