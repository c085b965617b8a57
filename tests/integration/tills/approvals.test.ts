import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { Notifications } from "#kernel/contract/api/notification.ts";
import { ApprovalView, ApprovalResult } from "#kernel/contract/api/till/approval.ts";
import type { Entry, EntryApproval } from "#kernel/contract/api/till/entries.ts";
import { openReacting, type Reacting, until } from "#tests/integration/settings/reacting.ts";

import { flagsOf, line, soldLines } from "./counter-sales.ts";
import { codeOf, openPinShop, OTHER_PIN, PIN, type PersonHere, type PinShop } from "./pin-shop.ts";

let apis: Reacting;
let shop: PinShop;
let esi: PersonHere;
let ama: PersonHere;
let till: string;
let startMs: number;
beforeAll(async () => {
  apis = await openReacting();
  startMs = apis.clock();
  shop = await openPinShop(apis);
  esi = await shop.hireWithPin("cashier");
  ama = await shop.hireWithPin("manager");
  till = await shop.unlocked(esi.id, PIN);
});
afterAll(() => apis.close());

const APPROVALS = "/api/v1/approvals";

const asking = (over: object = {}) => ({
  entry: randomUUID(),
  what: "price",
  by: ama.id,
  amount_minor: 100,
  ...over,
});
const askFor = (body: object, token = till) => shop.askAs({ token }, "POST", APPROVALS, body);
const asked = async (body: object): Promise<ApprovalResult> =>
  z.object({ data: ApprovalResult }).parse((await askFor(body)).body).data;
const view = async (token: string, id: string) =>
  z
    .object({ data: ApprovalView })
    .parse((await shop.askAs({ token }, "GET", `${APPROVALS}/${id}`)).body).data;
const allow = (person: PersonHere, id: string, isAllowed = true) =>
  shop.askAs(person, "POST", `${APPROVALS}/${id}`, { allow: isAllowed });
const notices = async (person: PersonHere) => {
  const { body } = await shop.askAs(person, "GET", "/api/v1/notifications");
  return z.object({ data: Notifications }).parse(body).data.notifications;
};

describe("an approval", () => {
  test("PIN-11: with the approver's PIN is given at once", async () => {
    const body = asking({ pin: PIN });
    const { id, state, until: end } = await asked(body);
    expect(state).toBe("given");
    expect(Date.parse(end) - apis.clock()).toBeGreaterThan(110_000);
    expect(await view(till, id)).toMatchObject({
      how: "server",
      state: "given",
      entry: body.entry,
      what: "price",
      amount_minor: 100,
      asked_by: { id: esi.id, name: "A B" },
      by: { id: ama.id, name: "A B" },
    });
    const events = await shop.eventsOfType("ApprovalRequested", "ApprovalGiven");
    expect(events.slice(-2)).toMatchObject([
      { type: "ApprovalRequested", actor_id: esi.id },
      {
        type: "ApprovalGiven",
        actor_id: esi.id,
        data: { approvalId: id, entryId: body.entry, by: ama.id, what: "price", amountMinor: 100 },
      },
    ]);
    await apis.settled();
    expect(await notices(ama)).toEqual([]);
  });

  test("PIN-11: needs another person, who may approve, and the right PIN, which locks as elsewhere", async () => {
    const kofi = await shop.hireWithPin("cashier");
    const yaw = await shop.hireWithPin("manager");
    expect(codeOf(await askFor(asking({ by: esi.id, pin: PIN })))).toBe("409 own-approval");
    expect(codeOf(await askFor(asking({ by: kofi.id, pin: PIN })))).toBe("403 wrong-pin");
    expect(codeOf(await askFor(asking({ by: kofi.id })))).toBe("404 approver-not-found");
    expect(codeOf(await askFor(asking({ by: randomUUID() })))).toBe("404 approver-not-found");
    const other = await openPinShop(apis);
    const stranger = await other.hireWithPin("manager");
    expect(codeOf(await askFor(asking({ by: stranger.id })))).toBe("404 approver-not-found");
    expect(codeOf(await askFor(asking({ by: stranger.id, pin: PIN })))).toBe("403 wrong-pin");
    for (let n = 1; n <= 2; n++) {
      expect(codeOf(await askFor(asking({ by: yaw.id, pin: OTHER_PIN })))).toBe("403 wrong-pin");
      expect(codeOf(await shop.unlock(yaw.id, OTHER_PIN))).toBe("403 wrong-pin");
    }
    expect(codeOf(await askFor(asking({ by: yaw.id, pin: OTHER_PIN })))).toBe(
      "429 too-many-requests",
    );
    expect(codeOf(await shop.unlock(yaw.id, PIN))).toBe("429 too-many-requests");
  });

  test("PIN-11: is asked for once, however often the request is repeated", async () => {
    const body = asking();
    const headers = { "idempotency-key": randomUUID() };
    const send = async () => {
      const answer = await apis.apps.command.inject({
        method: "POST",
        url: APPROVALS,
        headers: { ...headers, authorization: `Bearer ${till}` },
        payload: body,
      });
      return z.object({ data: ApprovalResult }).parse(answer.json()).data;
    };
    const first = await send();
    expect(await send()).toEqual(first);
    const events = await shop.eventsOfType("ApprovalRequested");
    expect(events.filter(({ data }) => data["approvalId"] === first.id)).toHaveLength(1);
  });

  test("PIN-12: without a PIN waits for the approver, who has a notification and answers once", async () => {
    const yaw = await shop.hire("manager");
    const milo = await shop.addProduct("Milo", 10);
    const item = { product_id: milo, price_minor: 400 };
    const { id, state } = await asked(asking({ by: yaw.id, item }));
    expect(state).toBe("waiting");
    await until(async () =>
      expect(await notices(yaw)).toMatchObject([
        {
          id,
          title: "Approval Needed",
          action: "Answer",
          message: "Someone at a till asks you to approve: Milo at GH₵4.00 instead of GH₵4.50.",
        },
      ]),
    );
    expect((await view(yaw.token, id)).item).toEqual({
      name: "Milo",
      list_price_minor: 450,
      price_minor: 400,
    });
    expect(codeOf(await allow(ama, id))).toBe("404 approval-not-found");
    expect(codeOf(await allow(esi, id))).toBe("403 not-allowed");
    expect((await view(till, id)).state).toBe("waiting");
    expect(codeOf(await allow(yaw, id))).toBe("ok");
    expect(codeOf(await allow(yaw, id))).toBe("ok");
    expect(codeOf(await allow(yaw, id, false))).toBe("409 approval-answered");
    expect((await view(till, id)).state).toBe("given");
    const given = await shop.eventsOfType("ApprovalGiven");
    expect(given.filter(({ data }) => data["approvalId"] === id)).toMatchObject([
      { actor_id: yaw.id },
    ]);
  });

  test("PIN-12: may be refused, and is not given from a till session", async () => {
    const { id } = await asked(asking());
    const atTill = await shop.unlocked(ama.id, PIN);
    expect(codeOf(await allow({ ...ama, token: atTill }, id))).toBe("403 not-allowed");
    expect(codeOf(await allow(ama, id, false))).toBe("ok");
    expect((await view(till, id)).state).toBe("refused");
    expect(codeOf(await allow(ama, id))).toBe("409 approval-answered");
  });

  test("PIN-12: is over after 2 minutes, whether it was given or not", async () => {
    const [waiting, used] = [await asked(asking()), await asked(asking({ pin: PIN }))];
    apis.time.aheadMs += 121_000;
    expect(codeOf(await allow(ama, waiting.id))).toBe("409 approval-expired");
    expect((await view(till, waiting.id)).state).toBe("expired");
    expect((await view(till, used.id)).state).toBe("expired");
  });

  test("PIN-13: is shown to the person who asked and the one who is asked, and to no one else", async () => {
    const { id } = await asked(asking());
    const other = await openPinShop(apis);
    const stranger = await other.hire("owner");
    expect((await view(ama.token, id)).state).toBe("waiting");
    for (const person of [await shop.hire("owner"), stranger]) {
      expect(codeOf(await shop.askAs(person, "GET", `${APPROVALS}/${id}`))).toBe(
        "404 approval-not-found",
      );
      expect(codeOf(await allow(person, id))).toBe("404 approval-not-found");
    }
  });
});

describe("an entry with an approval", () => {
  /** Two of a product for 50 pesewas less each. */
  async function cheaper(
    approvalOf: (id: string) => Promise<EntryApproval | undefined>,
    at?: number,
  ) {
    const milo = await shop.addProduct("Milo", 10);
    const sold = soldLines([line(milo, 2, { unitPriceMinor: 400, totalMinor: 800 })]);
    const { approval: _, ...entry }: Entry = shop.till.entry("sale", sold, {
      person: esi.id,
      at: at ?? apis.clock(),
    });
    const approval = await approvalOf(entry.id);
    const { results } = await shop.till.deliver([{ ...entry, ...(approval && { approval }) }]);
    expect(results).toMatchObject([{ state: "accepted" }]);
    return entry.id;
  }

  const given = async (entry: string, over: object = {}): Promise<string> =>
    (await asked(asking({ entry, pin: PIN, ...over }))).id;
  const byServer = (approvalId: string, over: Partial<EntryApproval> = {}): EntryApproval => ({
    by: ama.id,
    how: "server",
    what: "price",
    approvalId,
    ...over,
  });

  test("PIN-16, PIN-18: that the server gave has no flag, and names both in log and audit", async () => {
    const sale = await cheaper(async (entry) => byServer(await given(entry)));
    expect(await flagsOf(shop, sale)).toEqual([]);
    const [recorded] = await apis.query<{ actor_id: string; approval: unknown }>(
      "select actor_id, meta -> 'approval' as approval from es.events where tenant_id = $1 and stream_id = $2",
      [shop.tenantId, sale],
    );
    expect(recorded).toMatchObject({
      actor_id: esi.id,
      approval: { by: ama.id, how: "server", approvalId: expect.any(String) },
    });
    await apis.query(
      "update auth.users set first_name = 'Ama', last_name = 'Boss' where user_id = $1",
      [ama.id],
    );
    expect(await shop.read(`/api/v1/audit/stories/sale/${sale}`)).toMatchObject({
      events: [{ sentence: expect.stringMatching(/^A B sold .*, approved by Ama Boss\.$/) }],
    });
  });

  test("PIN-16: of another entry, act, person or amount, or too late, counts as none", async () => {
    const yaw = await shop.hireWithPin("manager");
    const none = await cheaper(async () => undefined);
    const made = await cheaper(async () => byServer(randomUUID()));
    const ofOther = await cheaper(async () => byServer(await given(randomUUID())));
    const ofAct = await cheaper(async (entry) =>
      byServer(await given(entry, { what: "discount" })),
    );
    const ofPerson = await cheaper(async (entry) => byServer(await given(entry), { by: yaw.id }));
    const ofLess = await cheaper(async (entry) =>
      byServer(await given(entry, { amount_minor: 99 })),
    );
    const own = await cheaper(async (entry) => byServer(await given(entry), { by: esi.id }));
    const asleep = await cheaper(async (entry) => byServer((await asked(asking({ entry }))).id));
    for (const sale of [none, made, ofOther, ofAct, ofPerson, ofLess, own, asleep]) {
      expect(await flagsOf(shop, sale)).toEqual(["no-right"]);
    }
    const late = await cheaper(async (entry) => {
      const id = await given(entry);
      apis.time.aheadMs += 1000;
      return byServer(id);
    }, apis.clock() + 140_000);
    expect(await flagsOf(shop, late)).toEqual(["no-right"]);
  });

  const offline =
    (over: Partial<EntryApproval> = {}) =>
    async (): Promise<EntryApproval> => ({
      by: ama.id,
      how: "offline",
      what: "price",
      ...over,
    });

  test("PIN-17: without a network is flagged, and the approver is asked whether it was them", async () => {
    const sale = await cheaper(offline());
    expect(await flagsOf(shop, sale)).toEqual(["approval-offline"]);
    const [claim] = await shop.eventsOfType("ApprovalClaimed");
    expect(claim).toMatchObject({
      actor_id: esi.id,
      data: { entryId: sale, by: ama.id, what: "price", amountMinor: 100 },
    });
    const id = String(claim?.data["approvalId"]);
    await until(async () => expect((await notices(ama)).map((one) => one.id)).toContain(id));
    expect(await view(ama.token, id)).toMatchObject({ how: "offline", mine: null, entry: sale });

    const answer = (person: PersonHere, mine: boolean) =>
      shop.askAs(person, "POST", `${APPROVALS}/${id}/answer`, { mine });
    expect(codeOf(await answer(esi, false))).toBe("404 approval-not-found");
    expect(codeOf(await answer(ama, false))).toBe("ok");
    expect(codeOf(await answer(ama, false))).toBe("ok");
    expect(codeOf(await answer(ama, true))).toBe("409 approval-answered");
    expect((await view(ama.token, id)).mine).toBe(false);
    await until(async () => {
      const { body } = await shop.call("owner", "GET", "/api/v1/notifications");
      const titles = z
        .object({ data: Notifications })
        .parse(body)
        .data.notifications.map(({ title }) => title);
      expect(titles.filter((title) => title === "Approval Denied")).toHaveLength(1);
    });
    expect((await notices(esi)).map(({ title }) => title)).not.toContain("Approval Denied");
  });

  test("PIN-17: above GH₵200, or by a person who could not, the missing right stays", async () => {
    const gold = await shop.addProduct("Gold", 10);
    const sell = async (unitPriceMinor: number, over: Partial<EntryApproval> = {}) => {
      const lines = [
        line(gold, 1, { listPriceMinor: 450, unitPriceMinor, totalMinor: unitPriceMinor }),
      ];
      const approval = await offline(over)();
      const entry = shop.till.entry("sale", soldLines(lines), {
        person: esi.id,
        at: apis.clock(),
        approval,
      });
      await shop.till.deliver([entry]);
      return flagsOf(shop, entry.id);
    };
    expect(await sell(450 + 20_000)).toEqual(["approval-offline"]);
    expect(await sell(450 + 20_001)).toEqual(["no-right", "approval-offline"]);
    // Not at this till before, no right to approve, and the person who sells.
    const yaw = await shop.hireWithPin("manager");
    const kofi = await shop.hireWithPin("cashier");
    await shop.unlocked(kofi.id, PIN);
    for (const by of [yaw.id, kofi.id, esi.id]) {
      expect(await sell(400, { by })).toEqual(["no-right"]);
    }
    await shop.unlocked(yaw.id, PIN);
    expect(await sell(400, { by: yaw.id })).toEqual(["approval-offline"]);
    expect(await sell(400, { by: shop.owner.id })).toEqual(["approval-offline"]);
  });

  test("PIN-10: an entry of a person who was never at this till is flagged", async () => {
    const kofi = await shop.hire("cashier");
    const milo = await shop.addProduct("Milo", 10);
    const sell = async (person: PersonHere["id"]) => {
      const entry = shop.till.entry("sale", soldLines([line(milo, 1)]), {
        person,
        at: apis.clock(),
      });
      await shop.till.deliver([entry]);
      return flagsOf(shop, entry.id);
    };
    expect(await sell(shop.owner.id)).toEqual([]);
    expect(await sell(esi.id)).toEqual([]);
    expect(await sell(kofi.id)).toEqual(["person-unproved"]);
    expect(codeOf(await shop.setPin(kofi, PIN))).toBe("ok");
    await shop.unlocked(kofi.id, PIN);
    expect(await sell(kofi.id)).toEqual([]);
  });
});

test("PIN-22: the report of some days lists what each person did at the counter", async () => {
  const [row] = await apis.query<{ timezone: string }>(
    "select timezone from rm.rm_settings where tenant_id = $1",
    [shop.tenantId],
  );
  const dayOf = (ms: number) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: row?.timezone }).format(ms);
  // Two days when these tests began before midnight.
  const days = [dayOf(startMs), dayOf(apis.clock())];
  const acts = (tenantId: string) =>
    apis.query<Record<string, unknown>>("select * from rm.counter_acts_between($1, $2, $3)", [
      tenantId,
      ...days,
    ]);
  const rows = await acts(shop.tenantId);
  const of = (id: string) => rows.find((one) => one["user_id"] === id);
  expect(Number(of(esi.id)?.["overrides"])).toBeGreaterThan(8);
  expect(Number(of(ama.id)?.["offline_approvals"])).toBe(3);
  const other = await openPinShop(apis);
  expect(await acts(other.tenantId)).toEqual([]);
});
