import { screen, within } from "@testing-library/react";

import type { Lineage, LineageLine } from "#kernel/contract/api/lineage.ts";

import { succeeds } from "./fake-server.ts";
import type { FakeServer } from "./fake-server.ts";
import { byMoment } from "./past.ts";
import { dashboard, milk } from "./shop.ts";

export const LINEAGE = "GET /api/v1/audit/lineage";

export const line = (part: Partial<LineageLine> & { seq: number }): LineageLine => ({
  type: "SaleRecorded",
  share: 900,
  running: 900,
  about: "s-1",
  user_id: "user-owner",
  user_name: "Akosua Mensah",
  occurred_at: "2026-11-21T11:42:00Z",
  recorded_at: "2026-11-21T11:42:01Z",
  ...part,
});

export const lineage = (part: Partial<Lineage> = {}): Lineage => ({
  figure: "sales.total",
  unit: "minor",
  currency: "GHS",
  from: "2026-10-23",
  to: "2026-11-21",
  value: 1_250,
  lines: [
    line({ seq: 12 }),
    line({ seq: 13, share: 1_050, running: 1_950, user_id: "u-2", user_name: "Kofi Asante" }),
    line({
      seq: 15,
      type: "SaleVoided",
      share: -700,
      running: 1_250,
      user_id: "u-3",
      user_name: null,
    }),
  ],
  next_cursor: null,
  ...part,
});

const spanned = dashboard({ from: "2026-10-23", to: "2026-11-21" });

export function serveLineage(server: FakeServer, ...answers: readonly Lineage[]): void {
  server.on("GET /api/dashboard.php", byMoment(spanned, spanned));
  server.on("GET /api/products.php", byMoment([milk], [milk]));
  server.on(LINEAGE, ...answers.map((answer) => succeeds(answer)));
}

/** The listed events, one line each. */
export const shown = async (name: string): Promise<(string | null)[]> => {
  const dialog = await screen.findByRole("dialog", { name });
  const items = await within(dialog).findAllByRole("listitem");
  return items.map(({ textContent }) => textContent);
};
/** The last request, without its page size. */
export function asked(server: FakeServer): Record<string, string> {
  const query = server.calls(LINEAGE).at(-1)?.query ?? new URLSearchParams();
  const { limit: _, ...which } = Object.fromEntries(query);
  return which;
}
export const DAYS = { from: "2026-10-23", to: "2026-11-21", currency: "GHS" };
