import { PROJECTIONS } from "#projector/projections/catalogue.ts";
import { compareTenant } from "#projector/replay/compare-tenant.ts";
import { createReplayTables } from "#projector/replay/replay-tables.ts";
import { DATA_KEY } from "#tests/faults/simulation/processes.ts";

import type { Check } from "./evidence.ts";

const MOST_NAMED = 3;

/** Replays both logs from the first event, as `npm run audit -- replay` does. */
export const equalReplay: Check = async ({ world, logs }) => {
  const client = await world.auditor.connect();
  try {
    await createReplayTables(client, PROJECTIONS);
    const found: string[] = [];
    for (const tenantId of logs.keys()) {
      const replaying = { client, tenantId, dataKey: DATA_KEY };
      const { wrong } = await compareTenant(replaying, { projections: PROJECTIONS });
      const names = wrong
        .slice(0, MOST_NAMED)
        .map(({ projection, key }) => `${projection.name} ${JSON.stringify(key)}`);
      if (wrong.length === 0) continue;
      found.push(`${tenantId}: ${wrong.length} rows differ, ${names.join(", ")}`);
    }
    return found;
  } finally {
    client.release(true); // with its temporary tables
  }
};

export const nothingParked: Check = async ({ world }) => {
  const { rows } = await world.admin.query<{ text: string }>(
    `select projection || ' of ' || tenant_id || ' at event ' || seq || ': ' || error as text
       from rm.projection_parked`,
  );
  return rows.map(({ text }) => text);
};

/** What a row names exists in the same tenant. */
export const sameTenant: Check = async ({ world }) => {
  const { rows } = await world.admin.query<{ tenant_id: string; what: string }>(
    `select s.tenant_id, 'sale ' || s.sale_id || ' names a product of another' as what
       from rm.rm_sales s, json_array_elements(s.lines) l
      where not exists (select from rm.rm_products p
                         where p.tenant_id = s.tenant_id and p.product_id = (l ->> 'productId')::uuid)
     union all
     select s.tenant_id, 'sale ' || s.sale_id || ' names a customer of another' from rm.rm_sales s
      where s.customer_id is not null
        and not exists (select from rm.rm_customers c
                         where c.tenant_id = s.tenant_id and c.customer_id = s.customer_id)
     union all
     select s.tenant_id, 'sale ' || s.sale_id || ' is of another log' from rm.rm_sales s
      where not exists (select from es.events e
                         where e.tenant_id = s.tenant_id and e.stream_id = s.sale_id
                           and (e.data ->> 'totalMinor')::bigint = s.total_minor)
     union all
     select e.tenant_id, 'event ' || e.seq || ' has no stream' from es.events e
      where (e.type <> 'SaleRecorded' or e.stream_version > 1)
        and not exists (select from es.stream_heads h
                         where h.tenant_id = e.tenant_id and h.stream_id = e.stream_id)`,
  );
  return rows.map((row) => `${row.tenant_id}: ${row.what}`);
};
