import { expect, test } from "vitest";

import { type AppendCommand, APPEND_SQL, flatten } from "#command-api/event-store/append.ts";
import {
  adding,
  ANY_REQUEST,
  OTHER_REQUEST,
  selling,
} from "#tests/kit/builders/append-commands.ts";
import { commandId, streamId } from "#tests/kit/builders/fixed-ids.ts";
import { tenant } from "#tests/kit/builders/stored-event.ts";

const NAMES = (
  "c_tenant c_id c_hash c_actor c_meta c_twin c_new c_platform c_status h_tenant h_stream h_type e_cmd e_head " +
  "e_expected e_type e_sv e_occ e_data e_state s_event s_head s_amount s_absolute s_expected s_floor k_tenant " +
  "k_name n_event n_key n_delta n_max n_before"
).split(" ");

const columns = (commands: readonly AppendCommand[]): Record<string, unknown[]> =>
  Object.fromEntries(flatten(commands).map((values, index) => [NAMES[index] ?? "", values]));

const [A, B] = [tenant(1), tenant(2)];
const [milo, sugar] = [streamId(1), streamId(2)];

test("every argument has its place in the call", () => {
  expect(flatten([])).toHaveLength(NAMES.length);
  expect(APPEND_SQL.match(/\$\d+::\w+\[\]/g)).toHaveLength(NAMES.length);
  expect(APPEND_SQL).toContain("$1::uuid[]");
  expect(APPEND_SQL).toContain("$3::bytea[]");
});

test("a stream occurs once per batch, and events and stock lines refer to it", () => {
  const sale = streamId(9);
  const { h_stream, h_type, e_cmd, e_head, s_event, s_head, s_amount, n_event, n_key, k_name } =
    columns([
      adding(A, milo, 100),
      adding(A, sugar, 50),
      selling(
        A,
        [
          [sugar, 2],
          [milo, 3],
        ],
        { sale },
      ),
    ]);
  expect(h_stream).toEqual([milo, sugar, sale]);
  expect(h_type).toEqual(["product", "product", "sale"]);
  expect(e_cmd).toEqual([1, 2, 3]);
  expect(e_head).toEqual([1, 2, 3]);
  expect(s_event).toEqual([1, 2, 3, 3]);
  expect(s_head).toEqual([1, 2, 2, 1]);
  expect(s_amount).toEqual([100, 50, -2, -3]);
  expect(k_name).toEqual(["products", "sale"]);
  expect(n_event).toEqual([1, 2, 3]);
  expect(n_key).toEqual([1, 1, 2]);
});

test("equal ids in two tenants are two streams and two counters", () => {
  const { h_tenant, h_stream, e_head, k_tenant, n_key } = columns([
    adding(A, milo, 1),
    adding(B, milo, 1),
  ]);
  expect(h_tenant).toEqual([A, B]);
  expect(h_stream).toEqual([milo, milo]);
  expect(e_head).toEqual([1, 2]);
  expect(k_tenant).toEqual([A, B]);
  expect(n_key).toEqual([1, 2]);
});

test("a command refers to the nearest earlier one with its key, in its own tenant", () => {
  const key = { commandId: commandId(1) };
  const { c_twin } = columns([
    adding(A, milo, 1, key),
    adding(B, milo, 1, key),
    adding(A, milo, 1, { ...key, requestHash: OTHER_REQUEST }),
    adding(A, milo, 1),
    adding(A, milo, 1, key),
  ]);
  expect(c_twin).toEqual([0, 0, 1, 0, 3]);
});

test("an event for another tenant's log carries that tenant", () => {
  const [event] = adding(A, milo, 1).events;
  if (!event) throw new Error("no event");
  const { h_tenant, c_tenant } = columns([
    { ...adding(A, milo, 1), events: [event, { ...event, tenantId: B }] },
  ]);
  expect(c_tenant).toEqual([A]);
  expect(h_tenant).toEqual([A, B]);
});

test("missing values become explicit nulls and defaults", () => {
  const one = columns([adding(A, milo, 1)]);
  expect(one).toMatchObject({
    c_new: [false],
    c_platform: [false],
    c_status: [0],
    c_hash: [`\\x${ANY_REQUEST.toString("hex")}`],
    s_absolute: [false],
    s_expected: [null],
    n_max: [null],
  });
  expect(
    columns([{ ...adding(A, milo, 1), newTenant: true, platform: true, setStatus: 3 }]),
  ).toMatchObject({
    c_new: [true],
    c_platform: [true],
    c_status: [3],
  });
});
