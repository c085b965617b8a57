import type { FakeServer } from "./fake-server.ts";
import { succeeds } from "./fake-server.ts";
import { analytics, database, failedMail, health, revenue, settings } from "./platform-reports.ts";
import {
  activity,
  adom,
  coffee,
  hardware,
  look,
  message,
  pageOf,
  stats,
  tenantPage,
} from "./platform.ts";

/** Answers every request of the platform's screens. */
export function servePlatform(server: FakeServer): void {
  server.on("GET /api/super-admin.php", succeeds(stats()));
  server.on("GET /api/super-admin.php/tenants", tenantPage([adom, coffee, hardware]));
  server.on("GET /api/super-admin.php/activity", succeeds([activity({ id: "a-1" })]));
  server.on("GET /api/v1/platform/inbox", pageOf([message]));
  server.on("GET /api/v1/platform/access-log", pageOf([look]));
  server.on("GET /api/v1/platform/health", succeeds(health()));
  server.on("GET /api/v1/platform/mails", pageOf([failedMail]));
  server.on("GET /api/v1/platform/database", succeeds(database()));
  server.on("GET /api/v1/platform/parked", succeeds([]));
  server.on("GET /api/v1/platform/analytics", succeeds(analytics()));
  server.on("GET /api/v1/platform/revenue", succeeds(revenue()));
  server.on("GET /api/v1/platform/settings", succeeds(settings()));
}
