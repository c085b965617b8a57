import { describe, expect, test, vi } from "vitest";

import type { Outcome } from "#command-api/event-store/append.ts";
import { type CommandPlan, handleCommand } from "#command-api/event-store/handle-command.ts";
import type { PlannedEvent } from "#command-api/event-store/plan.ts";
import { ANY_REQUEST, OTHER_REQUEST } from "#tests/kit/builders/append-commands.ts";
import { streamId } from "#tests/kit/builders/fixed-ids.ts";
import { MILO, miloAdjusted } from "#tests/kit/builders/product-events.ts";
import { stored } from "#tests/kit/builders/stored-event.ts";
import {
  context,
  createScriptedStore,
  loaded,
  nothing,
  outcome,
} from "#tests/kit/fakes/scripted-store.ts";

const STREAM = streamId(1);
const planned: PlannedEvent = {
  streamId: STREAM,
  streamType: "product",
  expected: -1,
  event: miloAdjusted(-3),
};
const EFFECTS = { stock: [[MILO, -3, 97]] };
const LOG = stored(context.tenantId, 5, {
  type: "StockAdjusted",
  data: JSON.stringify(planned.event.data),
  effects: JSON.stringify(EFFECTS),
  recordedMs: 2000,
  occurredMs: 1000,
});
const ANSWER = {
  events: [{ event: planned.event, effects: EFFECTS, recordedMs: 2000, occurredMs: 1000 }],
};

const plan = (decide: CommandPlan<"no">["decide"] = () => [planned]) => ({
  streams: [STREAM],
  decide: vi.fn<CommandPlan<"no">["decide"]>(decide),
});

describe("a command", () => {
  test("is loaded, decided and appended, and answers with its events and what the database added", async () => {
    const effects = JSON.stringify([EFFECTS]);
    const { store, appended } = createScriptedStore({
      loads: [loaded([nothing])],
      outcomes: [outcome({ effects })],
    });
    expect(await handleCommand(store, context, plan())).toStrictEqual(ANSWER);
    expect(appended).toMatchObject([
      { tenantId: context.tenantId, commandId: context.commandId, meta: '{"source":"web"}' },
    ]);
    expect(appended[0]?.events).toMatchObject([
      { type: "StockAdjusted", expected: -1, occurredMs: 1000 },
    ]);
  });

  test("that the decider refuses is not appended", async () => {
    const { store, appended } = createScriptedStore({ loads: [loaded([nothing])] });
    const refusing = plan(async () => Promise.resolve({ rejected: "no", detail: "why" }));
    expect(await handleCommand(store, context, refusing)).toStrictEqual({
      rejected: "no",
      detail: "why",
    });
    expect(appended).toEqual([]);
  });

  test("without events is appended too, so that its key is remembered", async () => {
    const { store, appended } = createScriptedStore({
      loads: [loaded([nothing])],
      outcomes: [outcome({ firstSeq: 6, lastSeq: 5, effects: "[]" })],
    });
    expect(
      await handleCommand(
        store,
        context,
        plan(() => []),
      ),
    ).toStrictEqual({ events: [] });
    expect(appended).toMatchObject([{ events: [] }]);
  });

  test.each<[Outcome, string]>([
    ["key-reused", "key-reused"],
    ["tenant-suspended", "not-signed-in"],
    ["unknown-tenant", "unknown-tenant"],
    ["unknown-product", "product-not-found"],
    ["stock-changed", "stock-changed"],
    ["insufficient-stock", "insufficient-stock"],
    ["stock-too-large", "stock-too-large"],
    ["counter-limit", "plan-limit-reached"],
  ])("refused by the log as %s is refused as %s, with the detail", async (refusal, code) => {
    const { store, appended } = createScriptedStore({
      loads: [loaded([nothing])],
      outcomes: [outcome({ outcome: refusal, detail: MILO })],
    });
    expect(await handleCommand(store, context, plan())).toStrictEqual({
      rejected: code,
      detail: MILO,
    });
    expect(appended).toHaveLength(1);
  });

  test("of an unknown or suspended tenant is not decided", async () => {
    for (const [tenantStatus, code] of [
      [undefined, "unknown-tenant"],
      [3, "not-signed-in"],
    ] as const) {
      const { store } = createScriptedStore({ loads: [loaded([nothing], { tenantStatus })] });
      const asked = plan();
      expect(await handleCommand(store, context, asked)).toStrictEqual({ rejected: code });
      expect(asked.decide).not.toHaveBeenCalled();
    }
  });
});

describe("a repeated command", () => {
  const before = { requestHash: ANY_REQUEST, firstSeq: 5, lastSeq: 5 };

  test("gets its first answer from the log and is not decided again", async () => {
    const { store, appended } = createScriptedStore({
      loads: [loaded([nothing], { before })],
      log: [LOG],
    });
    const asked = plan();
    expect(await handleCommand(store, context, asked)).toMatchObject(ANSWER);
    expect(asked.decide).not.toHaveBeenCalled();
    expect(appended).toEqual([]);
  });

  test("gets the same answer when only the append finds the repetition", async () => {
    const { store } = createScriptedStore({
      loads: [loaded([nothing])],
      outcomes: [outcome({ outcome: "duplicate", firstSeq: 5, lastSeq: 5 })],
      log: [LOG],
    });
    expect(await handleCommand(store, context, plan())).toMatchObject(ANSWER);
  });

  test("is answered even if the tenant was suspended in between", async () => {
    const { store } = createScriptedStore({
      loads: [loaded([nothing], { before, tenantStatus: 3 })],
      log: [LOG],
    });
    expect(await handleCommand(store, context, plan())).toMatchObject(ANSWER);
  });

  test("with another request behind its key is refused", async () => {
    const { store } = createScriptedStore({
      loads: [loaded([nothing], { before: { ...before, requestHash: OTHER_REQUEST } })],
      log: [LOG],
    });
    expect(await handleCommand(store, context, plan())).toStrictEqual({ rejected: "key-reused" });
  });
});

describe("a command on a stream that changed concurrently", () => {
  const conflict = outcome({ outcome: "version-conflict", detail: STREAM });
  const at = (version: number) => loaded([{ ...nothing, version }]);

  test("is decided again on the new state", async () => {
    const { store, loads } = createScriptedStore({
      loads: [at(1), at(2)],
      outcomes: [conflict, outcome()],
    });
    const asked = plan();
    expect(await handleCommand(store, context, asked)).toMatchObject({
      events: [{ recordedMs: 2000 }],
    });
    expect(asked.decide.mock.calls.map(([[head]]) => head?.version)).toEqual([1, 2]);
    expect(loads()).toBe(2);
  });

  test("is given up after three tries", async () => {
    const { store, appended } = createScriptedStore({ loads: [at(1)], outcomes: [conflict] });
    expect(await handleCommand(store, context, plan())).toStrictEqual({
      rejected: "concurrent-change",
    });
    expect(appended).toHaveLength(3);
  });

  test("with If-Match is refused at once, before the decision or by the append", async () => {
    const early = createScriptedStore({ loads: [at(2)] });
    const asked = plan();
    const seen = { ...context, ifMatch: 1 };
    expect(await handleCommand(early.store, seen, asked)).toStrictEqual({
      rejected: "version-mismatch",
    });
    expect(asked.decide).not.toHaveBeenCalled();

    const late = createScriptedStore({ loads: [at(1)], outcomes: [conflict] });
    expect(await handleCommand(late.store, seen, plan())).toStrictEqual({
      rejected: "version-mismatch",
    });
    expect(late.appended).toHaveLength(1);
  });

  test("with If-Match on a stream that does not exist is left to its decider", async () => {
    const { store } = createScriptedStore({ loads: [at(0)] });
    const asked = plan(() => ({ rejected: "no" }));
    expect(await handleCommand(store, { ...context, ifMatch: 1 }, asked)).toStrictEqual({
      rejected: "no",
    });
  });

  test("with the current version in If-Match goes on", async () => {
    const { store } = createScriptedStore({ loads: [at(1)], outcomes: [outcome()] });
    expect(await handleCommand(store, { ...context, ifMatch: 1 }, plan())).toMatchObject({
      events: [{}],
    });
  });
});
