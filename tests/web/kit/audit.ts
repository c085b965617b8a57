import type {
  Activity,
  ActivityFigure,
  AuditEventDetail,
  AuditEventItem,
} from "#kernel/contract/api/audit.ts";
import type { SignedHeads } from "#kernel/contract/api/signed-head.ts";

import { succeeds } from "./fake-server.ts";
import type { FakeServer } from "./fake-server.ts";
import { milk } from "./shop.ts";

export const AUDIT = "/app/audit";
export const EVENTS = "GET /api/v1/audit/events";
export const ACTIVITY = "GET /api/v1/audit/activity";
export const CHECKPOINTS = "GET /api/v1/audit/checkpoints";
export const VERIFY = "GET /api/v1/audit/verify";
export const EXPORT = "GET /api/v1/audit/export";

export const SALE_ID = "01990000-0000-7000-8000-00005a1e0001";

export const voided: AuditEventItem = {
  seq: 42,
  type: "SaleVoided",
  sentence: "Kofi Asante voided the sale of 2 × Peak Milk 400g for GH₵136.00: wrong customer.",
  actor: { id: "user-kofi", name: "Kofi Asante" },
  recorded_at: "2026-11-21T11:42:07Z",
  occurred_at: "2026-11-21T11:40:00Z",
  amount_minor: 13_600,
  currency: "GHS",
  subject: { kind: "sale", id: SALE_ID, name: "1-1-42" },
};

export const repriced: AuditEventItem = {
  ...voided,
  seq: 7,
  type: "ProductRepriced",
  sentence: "Staff 3, removed, changed the price from GH₵66.00 to GH₵68.00.",
  actor: { id: "user-gone", name: "Staff 3, removed" },
  amount_minor: null,
  currency: null,
  subject: { kind: "product", id: milk.id, name: milk.name },
};

export const detail = (part: Partial<AuditEventDetail> = {}): AuditEventDetail => ({
  ...voided,
  stream_id: SALE_ID,
  stream_type: "sale",
  stream_version: 2,
  schema_v: 1,
  command_id: "01990000-0000-7000-8000-0000c0000001",
  command_ix: 0,
  source: "web",
  device: "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36",
  session: "01990000-0000-7000-8000-00005e550001",
  changes: [
    { field: "status", before: "sold", after: "voided" },
    { field: "reason", before: null, after: "wrong customer" },
  ],
  data: '{"reason":"wrong customer"}',
  meta: '{"source":"web"}',
  effects: null,
  leaf: "1f".repeat(32),
  chain: "2e".repeat(32),
  checkpoint: {
    tree_size: 50,
    root: "3d".repeat(32),
    note: "tillbook/tenant-adom\n50\n",
    signed_at: "2026-11-21T11:45:00Z",
  },
  proof: ["4c".repeat(32), "5b".repeat(32)],
  holds: true,
  ...part,
});

export const eventPage = (events: readonly AuditEventItem[], next: string | null = null) =>
  succeeds({ events, next });

const figure = (part: Partial<ActivityFigure> = {}): ActivityFigure => ({
  count: 14,
  rate: 2,
  own_mean: 1.8,
  team_p95: 6,
  stands_out: false,
  ...part,
});

export const activity: Activity = {
  from: "2026-11-15",
  to: "2026-11-21",
  days: 7,
  people: [
    {
      id: "user-kofi",
      name: "Kofi Asante",
      role: "cashier",
      sales: figure({ count: 1_210 }),
      voids: figure({ count: 31, rate: 4.43, own_mean: 0.9, team_p95: 4, stands_out: true }),
      price_overrides: figure({ count: 0 }),
      adjustments: figure({ count: 3 }),
      sign_ins: figure({ count: 9 }),
    },
    {
      id: "user-gone",
      name: "Staff 3, removed",
      role: null,
      sales: figure(),
      voids: figure(),
      price_overrides: figure(),
      adjustments: figure(),
      sign_ins: figure(),
    },
  ],
};

export const checkpoints = (sizes: readonly number[]): SignedHeads => ({
  page: "/checkpoints/tenant-adom",
  keys: [
    {
      key_id: "0011223344556677",
      verifier_key: "tillbook/tenant-adom+c7c83c2b+AQEB",
      since: "2026-11-01T08:00:00Z",
    },
  ],
  checkpoints: sizes.map((size) => ({
    tree_size: size,
    root: "AQEB",
    chain: "AgIC",
    signed_at: "2026-11-21T11:45:00Z",
    key_id: "0011223344556677",
    note: `tillbook/tenant-adom\n${size}\n`,
  })),
});

/** The first requests of the audit screens. */
export function serveAudit(server: FakeServer): void {
  server.on(EVENTS, eventPage([voided, repriced]));
  server.on(ACTIVITY, succeeds(activity));
  server.on("GET /api/v1/audit/events/42", succeeds(detail()));
  server.on(CHECKPOINTS, succeeds(checkpoints([50, 26])));
}
