import { describe, expect, test } from "vitest";

import { fromMessage, toMessage, type RawMessage } from "#kernel/node/kafka/event-message.ts";
import { stored, tenant } from "#tests/kit/builders/stored-event.ts";

const [ada, kofi] = [tenant(1), tenant(2)];
const sale = stored(ada, 7);

type Part = string | Uint8Array | null;
type Parts = Readonly<{ key: Part; value: Part; headers: Readonly<Record<string, unknown>> }>;

const bytes = (part: Part) => (typeof part === "string" ? Buffer.from(part) : part);

function arriving(over: Partial<Parts> = {}): RawMessage {
  const { key, value, headers } = { ...toMessage(sale), ...over };
  const asBytes = Object.entries(headers).map(([name, part]) => [
    name,
    typeof part === "string" ? Buffer.from(part) : part,
  ]);
  return { key: bytes(key), value: bytes(value), headers: Object.fromEntries(asBytes) };
}

const withHeaders = (headers: Readonly<Record<string, unknown>>) =>
  arriving({ headers: { ...toMessage(sale).headers, ...headers } });

const reasonOf = (message: RawMessage) => {
  const read = fromMessage(message);
  return "unreadable" in read ? read.reason : "readable";
};

describe("an event as a message", () => {
  test("is a CloudEvent in binary mode with its tenant as the key", () => {
    const { key, value, headers } = toMessage(sale);
    expect(key).toBe(ada);
    expect(value).toBe(sale.data);
    expect(headers).toEqual({
      ce_specversion: "1.0",
      ce_id: `${ada}:7`,
      ce_source: `/tenants/${ada}`,
      ce_type: "SaleRecorded",
      ce_time: new Date(sale.recordedMs).toISOString(),
      ce_tenantid: ada,
      ce_seq: "7",
      ce_streamid: sale.streamId,
      ce_streamversion: "1",
      ce_streamtype: "sale",
      ce_schemav: "1",
      ce_commandid: sale.commandId,
      ce_commandix: "0",
      ce_actorid: sale.actorId,
      ce_recordedms: String(sale.recordedMs),
      ce_occurredms: String(sale.occurredMs),
      ce_meta: sale.meta,
      ce_effects: sale.effects,
      "content-type": "application/json",
    });
  });

  test("is parsed without loss, texts to the byte", () => {
    const odd = stored(kofi, 1, {
      data: '{ "b":1,\n"a" :"é\\u00e9 ₵ 😀" }',
      meta: '{"source" : "offline"}',
      effects: null,
    });
    for (const event of [sale, odd]) {
      const { key, value, headers } = toMessage(event);
      const message = { key: Buffer.from(key), value: Buffer.from(value), headers };
      expect(fromMessage(message)).toEqual(event);
    }
  });

  test("may have headers that a later version adds", () => {
    expect(fromMessage(withHeaders({ ce_traceparent: "00-1-2-01" }))).toEqual(sale);
  });
});

describe("a message that is not an event", () => {
  test("whose key names another tenant is refused without naming a tenant", () => {
    const read = fromMessage(withHeaders({ ce_tenantid: kofi, ce_id: `${kofi}:7` }));
    expect(read).toEqual({
      unreadable: true,
      reason: `the key names tenant ${ada}, ce_tenantid ${kofi}`,
    });
  });

  test.each([
    ["no key", arriving({ key: null }), "key: "],
    ["a key that is not a tenant", arriving({ key: "t-1" }), "key: Must be a UUID"],
    ["an id that is not tenant and seq", withHeaders({ ce_id: `${ada}:8` }), "not tenant:seq"],
    ["another version of CloudEvents", withHeaders({ ce_specversion: "0.3" }), "ce_specversion"],
    ["another content type", withHeaders({ "content-type": "text/xml" }), "content-type"],
    ["a seq with letters", withHeaders({ ce_seq: "7x" }), "ce_seq: is not a whole number"],
    ["a seq that is too large", withHeaders({ ce_seq: "9999999999999999" }), "ce_seq"],
    ["no seq", withHeaders({ ce_seq: undefined }), "ce_seq"],
    ["two seqs", withHeaders({ ce_seq: ["7", "8"] }), "ce_seq"],
    ["a stream that is not an id", withHeaders({ ce_streamid: "s" }), "ce_streamid"],
    ["a broken meta", withHeaders({ ce_meta: "{" }), "ce_meta: is not JSON"],
    ["broken effects", withHeaders({ ce_effects: "" }), "ce_effects: is not JSON"],
    ["a value that is not JSON", arriving({ value: "{total:1}" }), "value: is not JSON"],
    ["no value", arriving({ value: null }), "value: "],
    ["a value that is not UTF-8", arriving({ value: Buffer.from([0x22, 0xff, 0x22]) }), "value: "],
    ["no headers", { ...arriving(), headers: undefined }, "headers.ce_specversion"],
  ])("is refused with the reason: %s", (_, message, reason) => {
    expect(reasonOf(message)).toContain(reason);
  });

  test("names its tenant where key and header agree, or only one of them is given", () => {
    expect(fromMessage(arriving({ value: "{" }))).toMatchObject({ tenantId: ada });
    expect(fromMessage(arriving({ key: "?" }))).toMatchObject({ tenantId: ada });
    expect(fromMessage(withHeaders({ ce_tenantid: undefined }))).toMatchObject({ tenantId: ada });
    expect(fromMessage({ key: null, value: null })).not.toHaveProperty("tenantId");
  });
});
