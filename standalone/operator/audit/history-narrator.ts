import { businessSettingsStream, toTenantRules } from "#command-api/tenant-rules/tenant-rules.ts";
import {
  timeFormatter,
  personNames,
  type Person,
  type PersonNames,
} from "#kernel/contract/events/names.ts";
import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import type { SentenceContext } from "#kernel/contract/events/sentences.ts";
import type { TenantId } from "#kernel/contract/ids.ts";
import type { PoolClient } from "#kernel/node/postgres/connections.ts";
import { loadKeys } from "#projector/open-sealed.ts";

export type Narrator = Readonly<{
  /** For the events of one page: opens their sealed texts. */
  tellingOf: (stored: readonly StoredEvent[]) => Promise<SentenceContext>;
  /** When it happened, and when it was recorded if that was later. */
  momentOf: (event: Readonly<{ occurredMs: number; recordedMs: number }>) => string;
}>;

const LATE_MS = 10 * 60_000;

/** Knows the tenant's staff and its time zone. */
export async function openNarrator(
  client: PoolClient,
  tenantId: TenantId,
  dataKey: Buffer | undefined,
): Promise<Narrator> {
  const { personOf } = await peopleOf(client, tenantId);
  const timeOf = timeFormatter(await timezoneOf(client, tenantId));
  return {
    momentOf: ({ occurredMs, recordedMs }) =>
      recordedMs - occurredMs > LATE_MS
        ? `${timeOf(occurredMs)} (recorded ${timeOf(recordedMs)})`
        : timeOf(occurredMs),
    tellingOf: async (stored) => {
      const open = dataKey && (await loadKeys(client, dataKey, stored))(tenantId);
      return {
        timeOf,
        personOf,
        open: (sealed) => open?.(sealed) ?? undefined,
        unknownName: dataKey ? "an erased person" : "a person whose name is sealed",
      };
    },
  };
}

async function peopleOf(client: PoolClient, tenantId: TenantId): Promise<PersonNames> {
  const { rows } = await client.query<Person>(
    `select user_id, is_working, first_name, last_name
       from (select user_id, is_working, first_name, last_name, joined_ms from auth.members($1)
             union all
             select user_id, true, first_name, last_name, null from auth.invited($1)) p
      order by joined_ms nulls last, user_id`,
    [tenantId],
  );
  return personNames(rows);
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
  return toTenantRules(headOf(tenant), headOf(settings)).timezone;
}
