import { businessSettingsStream, toShop } from "#command-api/event-store/shop.ts";
import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { Telling } from "#kernel/contract/events/sentences/telling.ts";
import { SYSTEM_ID, type TenantId } from "#kernel/contract/ids.ts";
import type { PoolClient } from "#kernel/platform/postgres.ts";
import { loadKeys } from "#projector/open-sealed.ts";

export type Narrator = Readonly<{
  /** For events of one page: opens the sealed texts of these. */
  tellingOf: (stored: readonly StoredEvent[]) => Promise<Telling>;
  /** When it happened, and when it was written down where that was later. */
  momentOf: (event: Readonly<{ occurredMs: number; recordedMs: number }>) => string;
}>;

const LATE_MS = 10 * 60_000;

/** Knows the people of a business and its clock. */
export async function openNarrator(
  client: PoolClient,
  tenantId: TenantId,
  dataKey: Buffer | undefined,
): Promise<Narrator> {
  const people = await peopleOf(client, tenantId);
  const timeOf = clockOf(await timezoneOf(client, tenantId));
  return {
    momentOf: ({ occurredMs, recordedMs }) =>
      recordedMs - occurredMs > LATE_MS
        ? `${timeOf(occurredMs)} (recorded ${timeOf(recordedMs)})`
        : timeOf(occurredMs),
    tellingOf: async (stored) => {
      const open = dataKey && (await loadKeys(client, dataKey, stored))(tenantId);
      return {
        timeOf,
        personOf: (userId) => people.get(userId) ?? "The platform",
        open: (sealed) => open?.(sealed) ?? undefined,
        nameless: dataKey ? "somebody who was erased" : "somebody whose name is sealed",
      };
    },
  };
}

type Row = Readonly<{
  user_id: string;
  is_working: boolean;
  first_name: string;
  last_name: string;
}>;

/** In the order in which they came. Who has gone is a number. */
async function peopleOf(
  client: PoolClient,
  tenantId: TenantId,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<Row>(
    "select user_id, is_working, first_name, last_name from auth.members($1) order by joined_ms, user_id",
    [tenantId],
  );
  const people = rows.map((row, index): [string, string] => [
    row.user_id,
    row.is_working ? `${row.first_name} ${row.last_name}`.trim() : `Staff ${index + 1}, removed,`,
  ]);
  return new Map([[SYSTEM_ID, "The system"], ...people]);
}

async function timezoneOf(client: PoolClient, tenantId: TenantId): Promise<string> {
  const { rows } = await client.query<{ tenant: unknown; settings: unknown }>(
    `select (select state from es.stream_heads where tenant_id = $1 and stream_id = $1) as tenant,
            (select state from es.stream_heads where tenant_id = $1 and stream_id = $2) as settings`,
    [tenantId, businessSettingsStream(tenantId)],
  );
  const { tenant, settings } = rows[0] ?? {};
  if (!tenant) return "UTC";
  const headOf = (state: unknown) => ({ version: 1, onHand: undefined, state: state ?? undefined });
  return toShop(headOf(tenant), headOf(settings)).timezone;
}

function clockOf(timeZone: string): (ms: number) => string {
  const formatter = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    dateStyle: "medium",
    timeStyle: "medium",
  });
  return (ms) => formatter.format(ms);
}
