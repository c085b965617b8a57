import { expect, test } from "vitest";

import { AuditEventType } from "#kernel/contract/api/audit.ts";
import { TYPE_GROUPS, typeText } from "#web/features/audit/event-words.ts";

/** Of the platform's own log. */
const ELSEWHERE = new Set([
  "ContactMessageReceived",
  "PlatformSettingsChanged",
  "BackupTaken",
  "RestoreTested",
  "SystemAlertRaised",
  "SystemAlertCleared",
  "ProjectionEventSkipped",
]);

test("AUDIT-33: every type of event that a shop's log may hold can be chosen, once", () => {
  const offered = TYPE_GROUPS.flatMap(({ types }) => types);
  const ofShops = AuditEventType.options.filter((type) => !ELSEWHERE.has(type));
  expect(offered.toSorted()).toEqual(ofShops.toSorted());
});

test("AUDIT-33: a type reads as words", () => {
  expect(typeText("SaleVoided")).toBe("Sale voided");
  expect(typeText("TotpEnabled")).toBe("Totp enabled");
});
