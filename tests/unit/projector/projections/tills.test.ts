import { describe, expect, test } from "vitest";

import { tills } from "#projector/projections/tenant/tills.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { id } from "#tests/kit/builders/shop-log.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

const changesOf = (...of: Parameters<typeof recorded>) =>
  tills.changes(recorded(...of), openPlainly);

const enrolled = { till: 2, deviceId: id(7), name: "Kofi's phone", publicKey: "key" };

describe("a till", () => {
  test.each([
    [true, "active"],
    [false, "waiting"],
  ])("enrolled with active %s is %s", (active, state) => {
    const { actorId, occurredMs } = recorded("TillEnrolled", { ...enrolled, active });
    expect(changesOf("TillEnrolled", { ...enrolled, active })).toEqual([
      {
        kind: "put",
        key: { till: "2" },
        values: {
          device: id(7),
          name: "Kofi's phone",
          state,
          enrolled_ms: occurredMs,
          enrolled_by: actorId,
        },
      },
    ]);
  });

  test("has its latest name and state", () => {
    const renamed = { name: { from: "Kofi's phone", to: "Front counter" } };
    const patch = (values: object) => [{ kind: "patch", key: { till: "2" }, values }];
    const changed = (changes: object) => changesOf("TillChanged", { till: 2, changes });
    expect(changed(renamed)).toEqual(patch({ name: "Front counter" }));
    expect(changed({ active: { from: false, to: true } })).toEqual(patch({ state: "active" }));
    expect(changed({ active: { from: true, to: false } })).toEqual(patch({ state: "waiting" }));
  });

  test("stays when it is revoked", () => {
    const { occurredMs } = recorded("TillRevoked", { till: 2, lastSeq: 3, toldSeq: 4 });
    expect(changesOf("TillRevoked", { till: 2, lastSeq: 3, toldSeq: 4 })).toEqual([
      { kind: "patch", key: { till: "2" }, values: { state: "revoked", revoked_ms: occurredMs } },
    ]);
  });
});
