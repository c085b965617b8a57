import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { madeSignedHeadKeys } from "#tests/kit/fakes/signed-head-keys.ts";

import { openSealedLogs, OTHERS, OURS, type SealedLogs } from "./sealed-logs.ts";

let logs: SealedLogs;
beforeAll(async () => {
  logs = await openSealedLogs();
});
afterAll(() => logs.close());
afterEach(() => logs.restore());

describe("a log that fails verification is not signed:", () => {
  const flip = (column: string) =>
    `${column} = set_byte(${column}, 0, get_byte(${column}, 0) # 1) where tenant_id = '${OURS}'`;
  const ours = `tenant_id = '${OURS}'`;
  // As the owner of the database, because no other role can change the tables.
  const tampered: readonly (readonly [what: string, sql: string, seq: number, kind: string])[] = [
    [
      "a byte of an event",
      `update es.events set data = replace(data::text, '"quantity":1', '"quantity":2')::json where ${ours} and seq = 15`,
      15,
      "payload",
    ],
    [
      "its actor",
      `update es.events set actor_id = command_id where ${ours} and seq = 14`,
      14,
      "payload",
    ],
    ["its leaf", `update es.events set ${flip("leaf")} and seq = 16`, 16, "payload"],
    ["its chain", `update es.events set ${flip("chain")} and seq = 13`, 13, "forked-history"],
    ["a deleted event", `delete from es.events where ${ours} and seq = 14`, 14, "gap"],
    ["a deleted tail", `delete from es.events where ${ours} and seq >= 17`, 17, "gap"],
    ["the head's chain", `update es.tenant_heads set ${flip("chain")}`, 18, "head"],
    [
      "cut before the last signed head, with its head",
      `with cut as (delete from es.events where ${ours} and seq > 9)
       update es.tenant_heads h set seq = 9,
              chain = (select e.chain from es.events e where e.tenant_id = h.tenant_id and e.seq = 9) where ${ours}`,
      10,
      "cut-tail",
    ],
    [
      "another note instead of the signed one",
      `update audit.signed_checkpoints set note = replace(note, 'signed ', 'signed 1') where ${ours}`,
      12,
      "signed-checkpoint",
    ],
    [
      "another tenant's note",
      `update audit.signed_checkpoints s set note = (select o.note from audit.signed_checkpoints o where o.tenant_id = '${OTHERS}')
        where s.tenant_id = '${OURS}'`,
      12,
      "signed-checkpoint",
    ],
    [
      "a frontier that does not match the signed head",
      `update audit.signed_checkpoints set frontier[1] = root where ${ours}`,
      12,
      "signed-checkpoint",
    ],
    [
      "a signed head that claims a smaller size",
      `update audit.signed_checkpoints set tree_size = 8 where ${ours}`,
      8,
      "signed-checkpoint",
    ],
  ];

  test.each(tampered)("%s", async (_, sql, seq, kind) => {
    await logs.seal(OURS);
    await logs.seal(OTHERS);
    await logs.sell(6);
    await logs.query(sql);
    const sizes = (await logs.signedOf()).map((row) => row.tree_size);
    expect(await logs.seal(OURS)).toMatchObject({ refusal: { tenantId: OURS, seq, kind } });
    expect((await logs.signedOf()).map((row) => row.tree_size)).toEqual(sizes);
    expect(await logs.seal(OTHERS)).toEqual({ treeSize: 18 });
  });

  test("a recomputed chain, from before the last signed head", async () => {
    await logs.seal();
    await logs.sell(3);
    await logs.query(
      `with recursive forged as (
         select e.seq, e.leaf, sha256('forged') as chain from es.events e where ${ours} and seq = 12
         union all
         select e.seq, e.leaf, sha256(f.chain || e.leaf) from forged f
           join es.events e on e.${ours} and e.seq = f.seq + 1)
       update es.events e set chain = f.chain from forged f where e.${ours} and e.seq = f.seq`,
    );
    await logs.query(
      `update es.tenant_heads h set chain = (select e.chain from es.events e where e.${ours} and e.seq = h.seq) where ${ours}`,
    );
    expect(await logs.seal()).toMatchObject({ refusal: { seq: 13, kind: "forked-history" } });
  });

  test("signed heads whose key was lost", async () => {
    await logs.seal();
    await logs.sell(1);
    expect(await logs.seal(OURS, madeSignedHeadKeys())).toMatchObject({
      refusal: { kind: "signed-checkpoint", seq: 12 },
    });
  });
});
