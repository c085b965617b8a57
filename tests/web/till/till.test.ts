import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { CHANGES_PATH } from "#kernel/contract/api/till/changes.ts";
import { ENTRIES_PATH, TILL_SIGNATURE } from "#kernel/contract/api/till/entries.ts";
import { TILL_COPIES_PATH, TillCopiesRequest } from "#kernel/contract/api/till/receipt-copies.ts";
import { SaleId, UserId } from "#kernel/contract/ids.ts";
import { cartOf, changesOf } from "#tests/kit/till/browser-till.ts";
import { createFakeEntriesRoute, noAnswer } from "#tests/kit/till/fake-entries-route.ts";
import { clearDevice } from "#tests/web/kit/device.ts";
import { signedInAs } from "#tests/web/kit/shop.ts";
import { session } from "#web/state/session.ts";
import { keepCopy } from "#web/till/copies.ts";
import { newEntryId } from "#web/till/entry-id.ts";
import { NoTill, till } from "#web/till/till.ts";

const asJson = (json: unknown, status = 200): Response =>
  new Response(JSON.stringify(json), { status, headers: { "content-type": "application/json" } });

/** The server of a shop with a till. */
function serve() {
  const route = createFakeEntriesRoute();
  const enrolments: unknown[] = [];
  const copies: unknown[] = [];
  const fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const { body } = init;
    if (input === ENTRIES_PATH && body instanceof Uint8Array) {
      const headers = Object.fromEntries(new Headers(init.headers));
      const answer = await route.send(input, { bytes: new Uint8Array(body), headers });
      return asJson(answer.json, answer.status);
    }
    if (input === TILL_COPIES_PATH && body instanceof Uint8Array) {
      const sent = TillCopiesRequest.parse(JSON.parse(new TextDecoder().decode(body)));
      copies.push({ ...sent, isSigned: new Headers(init.headers).has(TILL_SIGNATURE) });
      return asJson({ settled: sent.copies.map(({ id }) => id) });
    }
    if (input === "/api/v1/tills" && typeof body === "string") {
      enrolments.push(JSON.parse(body));
      route.office.publicKey = /"public_key":"([^"]+)"/.exec(body)?.[1];
      const data = { till: 2, device: "d-1", name: "Linux computer", state: "active" };
      return asJson({ success: true, message: "Till added", data });
    }
    if (input.startsWith(CHANGES_PATH)) return asJson({ success: true, data: changesOf() });
    throw new Error(`no fake route answers ${input}`);
  };
  vi.stubGlobal("fetch", fetch);
  return { ...route, enrolments, copies };
}

const OWNER = "01990000-0000-7000-8000-0000000000d1";

function signIn(): void {
  const signedIn = signedInAs("owner");
  session.start({
    ...signedIn,
    tenant: { ...signedIn.tenant, id: crypto.randomUUID() },
    user: { ...signedIn.user, id: OWNER },
  });
}

async function sell(person = OWNER) {
  till.setPerson(person);
  const row = { id: newEntryId(), owner: "o", cart: cartOf(), changedMs: 0, version: 1 };
  const parts = [{ method: "cash", amountMinor: 450 }] as const;
  return till.recordSale({ cart: row.cart, parts, row, isStored: false });
}

beforeEach(signIn);
afterEach(async () => {
  session.end();
  till.setPerson(undefined);
  vi.restoreAllMocks();
  // The till of this page ends with its database.
  await clearDevice();
  vi.unstubAllGlobals();
});

const isReady = () => vi.waitFor(() => expect(till.get().data).toBeDefined());

describe("TILL-68: the till of a page", () => {
  test("SHELL-24: counts how often it has sent something", async () => {
    const { office } = serve();
    await till.open();
    await isReady();
    office.instead = noAnswer;
    await sell();
    await vi.waitFor(() => expect(till.get().toSend).toBe(1));
    expect(till.get().sent).toBe(0);
    office.instead = undefined;
    till.sync();
    await vi.waitFor(() => expect(till.get()).toMatchObject({ toSend: 0, sent: 1 }));
  });

  test("TILL-159: the write of a sale begins within the press that pays it", async () => {
    serve();
    await till.open();
    await isReady();
    const begun = vi.spyOn(IDBDatabase.prototype, "transaction");
    const recording = sell();
    const modes = begun.mock.calls.map(([, mode]) => mode);
    await recording;
    expect(modes).toEqual(["readwrite"]);
  });

  test("opening Sell makes the browser a till, with its data, and no entry needs a session", async () => {
    const { office, enrolments, requests } = serve();
    await till.open();
    await isReady();
    expect(till.get()).toMatchObject({ isReady: true, phase: "active", number: 2, toSend: 0 });
    expect(enrolments).toHaveLength(1);
    office.instead = noAnswer;
    const sale = await sell();
    expect(sale).toMatchObject({ receipt: "1-2-1", state: "to-send" });
    expect(sale.entry.person).toBe(OWNER);
    await vi.waitFor(() => expect(till.get()).toMatchObject({ toSend: 1 }));
    session.end();
    office.instead = undefined;
    till.sync();
    await vi.waitFor(() => expect(till.get().toSend).toBe(0));
    expect([...office.entries.keys()]).toEqual([sale.entry.id]);
    expect(requests.at(-1)?.tenant).toBeDefined();
  });

  test("SALE-77: copies of receipts follow the sales, signed, without a session", async () => {
    const { office, copies } = serve();
    await till.open();
    await isReady();
    office.instead = noAnswer;
    const { entry } = await sell();
    const { tenant } = session.get() ?? {};
    const copy = {
      id: crypto.randomUUID(),
      sale: SaleId.parse(entry.id),
      copy: 2,
      by: "print",
      person: UserId.parse(OWNER),
      at: Date.now(),
    } as const;
    await keepCopy({ shop: tenant?.id ?? "", parts: till.meta }, copy);
    session.end();
    office.instead = undefined;
    till.sync();
    await vi.waitFor(() => expect(copies).toHaveLength(1));
    expect(office.entries.has(entry.id)).toBe(true);
    expect(copies[0]).toMatchObject({
      till: 2,
      tenant: tenant?.id,
      copies: [copy],
      isSigned: true,
    });
    till.sync();
    await vi.waitFor(async () =>
      expect(await till.meta.get("receipt-copies")).toEqual([{ ...copy, isSent: true }]),
    );
    expect(copies).toHaveLength(1);
  });

  test("what is not sent can be saved as a file", async () => {
    const { office } = serve();
    await till.open();
    await isReady();
    office.instead = noAnswer;
    const { entry } = await sell();
    const file = await till.exportUnsent();
    expect(JSON.parse(await file.text())).toMatchObject({
      till: 2,
      entries: [{ entry: { id: entry.id, seq: 1 } }],
    });
  });

  test("other parts keep rows of their own beside the till", async () => {
    serve();
    await till.open();
    await till.meta.put("pin:ama", { rounds: 600_000 });
    expect(await till.meta.get("pin:ama")).toEqual({ rounds: 600_000 });
    await till.meta.delete("pin:ama");
    expect(await till.meta.get("pin:ama")).toBeUndefined();
    expect(await till.meta.get("till")).toBeUndefined();
  });

  test("without cryptography the browser is no till", async () => {
    const { enrolments } = serve();
    vi.stubGlobal("crypto", { randomUUID: () => "01990000-0000-4000-8000-0000000000e1" });
    await till.open();
    await vi.waitFor(() => expect(till.get().isReady).toBe(true));
    expect(till.get()).toMatchObject({ phase: "none", toSend: 0 });
    expect(enrolments).toEqual([]);
    vi.unstubAllGlobals();
    await expect(sell()).rejects.toThrow(NoTill);
  });

  test("without a database the browser is no till", async () => {
    const { enrolments } = serve();
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("blocked", "SecurityError");
    });
    await till.open();
    await vi.waitFor(() => expect(till.get().isReady).toBe(true));
    expect(till.get().phase).toBe("none");
    expect(enrolments).toEqual([]);
  });
});
