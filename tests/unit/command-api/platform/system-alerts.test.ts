import { test } from "vitest";

import { systemAlerts } from "#command-api/platform/system-alerts.ts";
import { givenFor } from "#tests/kit/builders/given.ts";

const given = givenFor(systemAlerts);
const late = { alertId: "projector-lag", kind: "projector-lag", message: "late since 10:00" };
const parked = { alertId: "parked:a:sales", kind: "projection-parked", message: "stopped" };
const raised = (data: typeof late) => ({ type: "SystemAlertRaised", data }) as const;
const cleared = ({ alertId }: typeof late) =>
  ({ type: "SystemAlertCleared", data: { alertId } }) as const;

test("a problem is raised once", () => {
  given()
    .when({ type: "ReportAlerts", alerts: [late, parked] })
    .thenEvents(raised(late), raised(parked));
  given(raised(late))
    .when({ type: "ReportAlerts", alerts: [{ ...late, message: "late since 10:01" }] })
    .thenNothing();
});

test("a solved problem is cleared once", () => {
  given(raised(late), raised(parked))
    .when({ type: "ReportAlerts", alerts: [parked] })
    .thenEvents(cleared(late));
  given(raised(late), cleared(late)).when({ type: "ReportAlerts", alerts: [] }).thenNothing();
});

test("a problem that comes back is raised again", () => {
  given(raised(late), cleared(late))
    .when({ type: "ReportAlerts", alerts: [late] })
    .thenEvents(raised(late));
});
