import { afterAll, beforeAll, expect, test } from "vitest";

import { singleReader, verifyLog } from "#kernel/verify/verify-log.ts";
import {
  EVENTS,
  openTamperedLog,
  OTHERS,
  ours,
  OURS,
  type TamperedLog,
} from "#tests/kit/database/tampered-log.ts";

// The names of deviations that the browser shows. The additional output for operators is tested in tests/integration/audit.

let db: TamperedLog;
beforeAll(async () => {
  db = await openTamperedLog();
});
afterAll(() => db.close());

const AFTER_17 = `tenant_id = '${OURS}' and seq > 17`;

test.each([
  [
    "a changed event",
    `update es.events set meta = replace(meta::text, 'web', 'wed')::json where ${ours(17)}`,
    ["payload 17"],
  ],
  [
    "several changed events",
    `update es.events set data = (data::text || ' ')::json where ${ours(5)} or (${ours(9)})`,
    ["payload 5", "payload 9"],
  ],
  [
    "an event that does not continue the one before it",
    `update es.events set chain = set_byte(chain, 0, get_byte(chain, 0) # 1) where ${ours(17)}`,
    ["forked-history 17", "forked-history 18"],
  ],
  ["a missing event", `delete from es.events where ${ours(17)}`, ["gap 17"]],
  [
    "missing last events",
    `delete from es.events where tenant_id = '${OURS}' and seq > 35`,
    ["cut-tail 36"],
  ],
  [
    "a row that is no event",
    `insert into es.events
     select tenant_id, 0, gen_random_uuid(), 1, stream_type, type, schema_v, command_id, command_ix, actor_id,
            recorded_ms, occurred_ms, data, meta, effects, leaf, chain from es.events where ${ours(17)}`,
    ["extra-row 0"],
  ],
  [
    "a head with another chain",
    `update es.tenant_heads set chain = set_byte(chain, 0, get_byte(chain, 0) # 1) where tenant_id = '${OURS}'`,
    [`head ${EVENTS}`],
  ],
  [
    "a head that is too old",
    `update es.tenant_heads set last_ms = 1 where tenant_id = '${OURS}'`,
    [`head ${EVENTS}`],
  ],
  ["no head", `delete from es.tenant_heads where tenant_id = '${OURS}'`, [`head ${EVENTS}`]],
  [
    "every event after a removed one, by the numbers they have now",
    `delete from es.events where ${ours(17)};
     update es.events set seq = -seq where ${AFTER_17};
     update es.events set seq = -seq - 1 where tenant_id = '${OURS}' and seq < 0`,
    [
      ...Array.from({ length: EVENTS - 17 }, (_, index) => `payload ${17 + index}`),
      `cut-tail ${EVENTS}`,
    ],
  ],
])("%s is named in its log, and nothing in the other one", async (_what, sql, expected) => {
  const named = await db.tampered(sql, async (client) => {
    const [own, other] = [
      await verifyLog(singleReader(client), OURS),
      await verifyLog(singleReader(client), OTHERS),
    ];
    return { own: own.found.map(({ kind, seq }) => `${kind} ${seq}`), other: other.found };
  });
  expect(named).toEqual({ own: expected, other: [] });
});
