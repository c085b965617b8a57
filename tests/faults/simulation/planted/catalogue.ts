import { PROJECTIONS } from "#projector/projections/catalogue.ts";

import { createNaiveProjector } from "./naive-projector.ts";
import { changedFunction, type Planted } from "./planted.ts";

const LATE_MS = 30;

/** One fault of each kind. */
export const PLANTED: readonly Planted[] = [
  {
    name: "the relay moves its cursor before it sends",
    publisher: (publisher) => ({
      ...publisher,
      publish: async (events) => {
        setTimeout(() => void publisher.publish(events).catch(() => undefined), LATE_MS);
      },
    }),
  },
  {
    name: "the projector saves its checkpoint before the rows",
    projector: (options) => createNaiveProjector(options, "checkpoint first"),
  },
  {
    name: "the projector ignores gaps",
    projector: (options) => createNaiveProjector(options, "ignores gaps"),
  },
  {
    name: "the projector applies a repeated message again",
    projector: (options) => createNaiveProjector(options, "applies repeats"),
  },
  {
    name: "the log forgets idempotency keys",
    sql: [
      changedFunction("es.append_any", "elsif d_first[c] is not null then", "elsif false then"),
      changedFunction("es.append_any", "elsif tw > 0 then", "elsif false then"),
      changedFunction(
        "es.append_any",
        "where r_out[i] = 'ok';",
        "where r_out[i] = 'ok' on conflict do nothing;",
      ),
      changedFunction("es.load", "ck.command_id = c.id", "false"),
    ],
  },
  {
    name: "stock is read before it is written, and not checked again",
    sql: [
      changedFunction(
        "es.append_any",
        "if s_floor[us] and delta < 0 and v_on[k] + delta < 0 then",
        "if false then",
      ),
    ],
  },
  {
    name: "a void is acknowledged before it is recorded",
    store: (store) => ({
      ...store,
      append: async (command) => {
        if (command.events[0]?.type !== "SaleVoided") return store.append(command);
        const nothing = { outcome: "ok", firstSeq: 1, lastSeq: 0, detail: undefined } as const;
        setTimeout(() => void store.append(command).catch(() => undefined), LATE_MS);
        return { ...nothing, recordedMs: Date.now(), effects: "[null]" };
      },
    }),
  },
  {
    name: "a row gets another tenant",
    during: async (admin) => {
      await admin.query(
        `update rm.rm_sales s
            set tenant_id = (select h.tenant_id from rm.rm_shops h where h.tenant_id <> s.tenant_id limit 1)
          where (s.tenant_id, s.sale_id) = (
            select t.tenant_id, t.sale_id from rm.rm_sales t
             where not exists (select from rm.rm_sales o where o.sale_id = t.sale_id and o.tenant_id <> t.tenant_id)
             order by t.recorded_ms desc limit 1)`,
      );
    },
  },
  {
    name: "an event is edited in the log",
    during: async (admin) => {
      await admin.query(
        `update es.events set data = replace(data::text, '"quantity":1,', '"quantity":2,')::json
          where type = 'SaleRecorded' and data::text like '%"quantity":1,%'`,
      );
    },
  },
  {
    name: "the reactions do not remember what they have queued",
    sql: [
      "alter table es.reactions drop constraint reactions_pkey",
      `create function simulation.keep() returns trigger language plpgsql as
         $$ begin if random() < 0.5 then return null; end if; return new; end $$`,
      `create trigger keep before update on es.reactor_cursors
         for each row execute function simulation.keep()`,
    ],
  },
  {
    name: "a read model skips a type of event",
    projections: PROJECTIONS.map((projection) =>
      projection.name === "daily_totals"
        ? {
            ...projection,
            types: new Set([...projection.types].filter((type) => type !== "SaleVoided")),
          }
        : projection,
    ),
  },
  {
    name: "the log takes the clock as it is",
    sql: [
      changedFunction("es.append_any", "t_ms[t] := greatest(t_ms[t], now_ms)", "t_ms[t] := now_ms"),
      changedFunction("es.append_any", "t_ms[h] := greatest(t_ms[h], now_ms)", "t_ms[h] := now_ms"),
      changedFunction(
        "es.append_plain_on",
        "t_ms[t] := greatest(t_ms[t], now_ms)",
        "t_ms[t] := now_ms",
      ),
    ],
  },
  { name: "a reader does not wait for the projector", answersAtOnce: true },
];

export function plantedFault(name: string): Planted {
  const planted = PLANTED.find((one) => one.name === name);
  if (!planted) throw new Error(`no planted fault is named "${name}"`);
  return planted;
}
