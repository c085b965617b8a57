import type { FirstSteps } from "#kernel/contract/api/reports/first-steps.ts";
import { DEFAULT_BUSINESS } from "#kernel/contract/default-settings.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

/**
 * Null only while a new tenant is not projected yet. Another rule than the default was chosen by the
 * owner. A change of the staff comes with an event, so the checkpoint of any read model tells of it.
 */
export const FIRST_STEPS: Prepared<FirstSteps | null> = prepare({
  name: "first_steps",
  projections: ["settings", "products", "sales"],
  sql: `
    select json_build_object(
             'products', exists (select from rm.rm_products p where p.tenant_id = $1 and not p.archived),
             'receipt', s.phone is not null,
             'stock_rule', coalesce(s.stock_rule_chosen, false)
                           or s.oversell_policy <> '${DEFAULT_BUSINESS.oversellPolicy}',
             'sale', exists (select from rm.rm_sales r where r.tenant_id = $1),
             'staff', (select count(*) > 1 from auth.staff($1)),
             'hidden', coalesce(s.first_steps_hidden, false))
      from rm.rm_settings s
     where s.tenant_id = $1`,
});
