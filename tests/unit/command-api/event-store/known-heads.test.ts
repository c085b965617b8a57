import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { type CommandPlan, handleCommand } from "#command-api/event-store/handle-command.ts";
import { createKnownHeads } from "#command-api/event-store/known-heads.ts";
import type { Head } from "#command-api/event-store/load.ts";
import type { PlannedEvent } from "#command-api/event-store/plan.ts";
import { commandId, streamId } from "#tests/kit/builders/fixed-ids.ts";
import { miloAdjusted } from "#tests/kit/builders/product-events.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";
import {
  context,
  createScriptedStore,
  loaded,
  nothing,
  outcome,
} from "#tests/kit/fakes/scripted-store.ts";

const [OWN, SHOP, MILO, SETTINGS] = [streamId(1), streamId(2), streamId(3), streamId(4)];
const shop: Head = { version: 3, onHand: undefined, state: {}, stateText: "{}" };
const milo: Head = { version: 5, onHand: 10, state: {}, stateText: "{}" };
const settings: Head = { version: 0, onHand: undefined, state: undefined };
const stateHash = createHash("sha256").update("{}").digest();
const heads = [nothing, shop, milo];
const sold: PlannedEvent = {
  streamId: OWN,
  streamType: "sale",
  expected: 0,
  event: miloAdjusted(-1),
};
const ok = outcome({ effects: "[null]" });

/** A store that counts its loads, and a plan that refuses heads of a version below `least`. */
function given({ outcomes = [ok], least = 0 }: { outcomes?: (typeof ok)[]; least?: number } = {}) {
  const scripted = createScriptedStore({ loads: [loaded(heads)], outcomes });
  let loads = 0;
  const store = {
    ...scripted.store,
    known: createKnownHeads(),
    load: (request: Parameters<typeof scripted.store.load>[0]) => {
      loads += 1;
      return scripted.store.load(request);
    },
  };
  const plan: CommandPlan<"no"> = {
    streams: [OWN, SHOP, MILO],
    mayRemember: () => true,
    decide: ([, , product = nothing]) =>
      product.version < least ? { rejected: "no", detail: "old" } : [sold],
  };
  return { store, plan, appended: scripted.appended, loads: () => loads };
}

describe("heads kept in memory", () => {
  test("are recalled only together, and within their tenant", () => {
    const known = createKnownHeads();
    known.learn(tenant(1), [SHOP, MILO], [shop, milo]);
    const recalled = known.recall(tenant(1), [MILO, SHOP]) ?? [];
    expect(recalled.map(({ head }) => head)).toEqual([milo, shop]);
    expect(known.recall(tenant(1), [MILO, OWN])).toBeUndefined();
    expect(known.recall(tenant(2), [MILO])).toBeUndefined();
    known.forget(tenant(1), [SHOP]);
    expect(known.recall(tenant(1), [MILO, SHOP])).toBeUndefined();
  });

  test("are forgotten when there are too many, the one that was used longest ago first", () => {
    const known = createKnownHeads(2);
    known.learn(tenant(1), [SHOP, MILO], [shop, milo]);
    known.recall(tenant(1), [SHOP]);
    known.learn(tenant(1), [SETTINGS], [settings]);
    expect(known.recall(tenant(1), [MILO])).toBeUndefined();
    expect(known.recall(tenant(1), [SHOP, SETTINGS])).toHaveLength(2);
  });

  test("are assumed by version and snapshot; a stream that does not exist has none", () => {
    const known = createKnownHeads();
    known.learn(tenant(1), [MILO, SETTINGS], [milo, settings]);
    const recalled = known.recall(tenant(1), [MILO, SETTINGS]) ?? [];
    expect(recalled.map(({ assumed }) => assumed)).toEqual([
      { streamId: MILO, version: 5, stateHash },
      { streamId: SETTINGS, version: 0, stateHash: undefined },
    ]);
  });

  test("spare the second command its load, and the append is given their versions", async () => {
    const { store, plan, appended, loads } = given();
    await handleCommand(store, context, plan);
    await handleCommand(store, { ...context, commandId: commandId(2) }, plan);
    expect(loads()).toBe(1);
    expect(appended.map(({ assumes }) => assumes)).toEqual([
      undefined,
      [
        { streamId: SHOP, version: 3, stateHash },
        { streamId: MILO, version: 5, stateHash },
      ],
    ]);
  });

  test("that have changed are loaded, and the command is decided again", async () => {
    const { store, plan, appended, loads } = given({
      outcomes: [ok, outcome({ outcome: "stale" }), ok],
    });
    await handleCommand(store, context, plan);
    expect(await handleCommand(store, context, plan)).toMatchObject({ events: [{}] });
    expect(loads()).toBe(2);
    expect(appended.map(({ assumes }) => assumes !== undefined)).toEqual([false, true, false]);
  });

  test("never refuse a command", async () => {
    const { store, plan, appended, loads } = given({ least: 5 });
    store.known.learn(context.tenantId, [SHOP, MILO], [shop, { ...milo, version: 4 }]);
    expect(await handleCommand(store, context, plan)).toMatchObject({ events: [{}] });
    expect([loads(), appended.length]).toEqual([1, 1]);
  });

  test("are not kept where the plan does not allow it", async () => {
    const { store, plan, loads } = given();
    await handleCommand(store, context, plan);
    await handleCommand(store, { ...context, ifMatch: 1 }, { ...plan, mayRemember: () => false });
    await handleCommand(store, context, plan);
    expect(loads()).toBe(3);
  });
});
