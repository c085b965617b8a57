import type { Screen } from "#tests/kit/browser/screens/screen.ts";

import { openFirst } from "./acts.ts";

const audit = { who: "owner", heading: "Audit" } as const;

/** The audit log as the owner, an accountant and an auditor see it. */
export const AUDIT_SCREENS: readonly Screen[] = [
  {
    ...audit,
    name: "audit",
    path: "/app/audit",
    reads: "/api/v1/audit/events",
    says: ["Activity", "Staff activity", "Proof"],
    saysWide: ["Recorded", "Amount"],
  },
  {
    ...audit,
    name: "audit-narrowed",
    path: "/app/audit?type=SaleVoided&min=1&from=2020-01-01",
    says: ["Clear filters"],
  },
  {
    ...audit,
    name: "audit-nothing-found",
    path: "/app/audit?to=2020-01-01",
    says: ["No events found"],
  },
  {
    ...audit,
    name: "audit-event",
    path: "/app/audit?type=SaleRecorded",
    act: openFirst(/ sold /),
    says: ["Happened", "Recorded", "Device", "Session", "Before and after", "Proof"],
  },
  {
    ...audit,
    name: "audit-story",
    path: "/app/audit?type=ProductAdded",
    act: async (page) => {
      await openFirst(/ added /)(page);
      await page
        .getByRole("link", { name: /^History of/ })
        .first()
        .click();
      await page.getByRole("heading", { name: /^History of/ }).waitFor();
    },
    says: ["All activity"],
  },
  {
    ...audit,
    name: "audit-activity",
    path: "/app/audit?tab=activity",
    reads: "/api/v1/audit/activity",
    says: ["Price overrides", "Sign-ins", "Akosua Mensah"],
  },
  {
    ...audit,
    name: "audit-checkpoints",
    path: "/app/audit?tab=checkpoints",
    reads: "/api/v1/audit/checkpoints",
    says: ["Public page of signed checkpoints", "Public keys"],
  },
  {
    ...audit,
    name: "audit-proof",
    path: "/app/audit?tab=proof",
    says: ["Verify the log", "Export the log", "Show the checkpoints"],
  },
  {
    ...audit,
    name: "audit-verified",
    path: "/app/audit?tab=proof",
    act: async (page) => {
      await page.getByRole("button", { name: "Verify the log" }).click();
      await page.getByText(/^The log is intact/).waitFor();
    },
    says: ["Verify again"],
  },
];
