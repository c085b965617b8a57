import { afterAll, beforeAll, expect, test } from "vitest";

import {
  OTHERS,
  OURS,
} from "#tests/integration/command-api/event-store/head-signer/sealed-logs.ts";
import { verifyBundle } from "#tests/kit/product/verify-bundle.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { openSigned, SIGNED, type SignedHouse, SIZES } from "./exported.ts";
import { changed, refitted, rewritten, TAMPERED, textOf } from "./tampered-bundles.ts";

let house: SignedHouse;
let bundle = "";
let lines: string[] = [];
beforeAll(async () => {
  house = await openSigned();
  const { files } = await house.exported("first", "--tenant", OURS);
  bundle = files[0] ?? "";
  lines = await house.linesOf(bundle);
});
afterAll(() => house.close());

describeWith(["python3"], "the independent verifier", () => {
  const checked = async (text: string) =>
    verifyBundle([await house.write("changed.jsonl", text), ...house.trusted]);

  test("accepts what was exported, and names the keys where none was named", async () => {
    const trusting = await verifyBundle([bundle, ...house.trusted]);
    expect([trusting.code, trusting.out]).toEqual([
      0,
      `holds: ${SIGNED} events, ${SIZES.length} checkpoints of ${OURS}\n`,
    ]);
    const asking = await verifyBundle([bundle]);
    expect(asking.code).toBe(0);
    for (const key of house.trusted.filter((word) => word !== "--key")) {
      expect(asking.out).toContain(key);
    }
    expect((await checked(textOf(refitted(lines)))).code).toBe(0);
  });

  test("refuses a signature of a key that its reader does not trust", async () => {
    const { code, out } = await verifyBundle([bundle, ...house.trusted.slice(0, 2)]);
    expect([code, out]).toEqual([1, expect.stringContaining("a key that you did not name")]);
  });

  test("knows a note that was kept in the bundle, and no other", async () => {
    const [first] = await house.signedOf(OURS);
    const kept = await house.write("kept.txt", first?.note ?? "");
    expect((await verifyBundle([bundle, ...house.trusted, "--note", kept])).code).toBe(0);
    const [theirs] = await house.signedOf(OTHERS);
    const foreign = await house.write("foreign.txt", theirs?.note ?? "");
    expect((await verifyBundle([bundle, ...house.trusted, "--note", foreign])).code).toBe(1);
  });

  test.each(TAMPERED)(
    "refuses a bundle with %s, although its manifest was made to fit",
    async (_, change) => {
      const { code, out } = await checked(textOf(refitted(change(lines))));
      expect([code, out]).toEqual([1, expect.stringMatching(/^DOES NOT HOLD: .+\n$/)]);
    },
  );

  test.each([
    ['"checkpoints":4', '"checkpoints":3'],
    ['"keys":2', '"keys":1'],
    [`"events":${SIGNED}`, '"events":25'],
    [/"sha256":"\w{8}/, '"sha256":"00000000'],
  ])("refuses one whose manifest does not fit: %s", async (from, to) => {
    const { code, out } = await checked(textOf(changed({ kind: "manifest" }, from, to)(lines)));
    expect([code, out]).toEqual([1, expect.stringMatching(/^DOES NOT HOLD: .+\n$/)]);
  });

  test("names the event that was changed", async () => {
    const forged = changed({ kind: "event", n: 9 }, "SaleRecorded", "SaleVoided");
    const { out } = await checked(textOf(refitted(forged(lines))));
    expect(out).toBe("DOES NOT HOLD: event 10 is not what was recorded\n");
  });

  test("refuses a rewritten history, with the chain of every later event", async () => {
    const { code, out } = await checked(textOf(refitted(rewritten(lines))));
    expect([code, out]).toEqual([1, "DOES NOT HOLD: events up to 12 are not what was signed\n"]);
  });

  test("refuses a bundle that was cut off anywhere, and one with something after its end", async () => {
    const whole = textOf(lines);
    for (const end of [
      1,
      100,
      Math.floor(whole.length / 2),
      whole.length - 200,
      whole.length - 1,
    ]) {
      expect((await checked(whole.slice(0, end))).code).toBe(1);
    }
    expect((await checked(textOf(lines.slice(0, -1)))).code).toBe(1);
    expect((await checked(`${whole}{"kind":"remark"}\n`)).code).toBe(1);
  });

  test("refuses our events under the neighbour's name, with all that names us changed", async () => {
    expect(
      (await checked(textOf(refitted(lines.map((line) => line.replaceAll(OURS, OTHERS)))))).code,
    ).toBe(1);
  });
});
