import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { originOf } from "#kernel/verify/signed-head.ts";
import { verifierKey } from "#kernel/verify/signed-note.ts";
import {
  OTHERS,
  OURS,
} from "#tests/integration/command-api/event-store/head-signer/sealed-logs.ts";
import { verifyBundle } from "#tests/kit/product/verify-bundle.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

import { openSigned, SIGNED, type SignedHouse } from "./exported.ts";

let house: SignedHouse;
beforeAll(async () => {
  house = await openSigned();
});
afterAll(() => house.close());

const prove = (...args: readonly string[]) => house.audit(["prove", "--tenant", OURS, ...args]);

describe("prove", () => {
  test.each([[], ["--seq", "0"], ["--seq", "x"], ["--seq", "1", "--since", "12"]])(
    "says how it is used: %s",
    async (...args) => {
      const { code, err } = await prove(...args);
      expect([code, err]).toEqual([2, expect.stringContaining("usage: npm run audit -- prove")]);
    },
  );

  test("says of an event that is not signed yet that it is not", async () => {
    const { code, err } = await prove("--seq", String(SIGNED + 1));
    expect([code, err]).toEqual([2, expect.stringContaining(`event ${SIGNED + 1} is not signed`)]);
  });

  test("knows only what was signed", async () => {
    const { code, err } = await prove("--seq", "1", "--size", "13");
    expect([code, err]).toEqual([2, expect.stringContaining("no signed head of size 13")]);
  });

  test("tells the same as JSON", async () => {
    const { out } = await prove("--seq", "3", "--size", "12", "--json");
    expect(JSON.parse(out)).toMatchObject({ tenantId: OURS, seq: 3, index: 2, treeSize: 12 });
  });
});

describeWith(["python3"], "the independent verifier", () => {
  const checked = async (text: string, ...args: readonly string[]) =>
    verifyBundle([await house.write("proof.txt", text), ...house.trusted, ...args]);

  test.each([1, 7, 13, SIGNED])("accepts the proof of event %i", async (seq) => {
    const { code, out } = await prove("--seq", String(seq));
    expect([code, out.split("\n")[0]]).toEqual([0, "c2sp.org/tlog-proof@v1"]);
    const seen = await checked(out);
    expect([seen.code, seen.out]).toEqual([
      0,
      expect.stringMatching(
        `^holds: event ${seq} \\(\\w+\\) is one of the ${SIGNED} that were signed`,
      ),
    ]);
  });

  test("refuses a proof of which anything was changed", async () => {
    const { out } = await prove("--seq", "9");
    const theirs = await house.audit(["prove", "--tenant", OTHERS, "--seq", "9"]);
    const other = await prove("--seq", "10");
    const lines = out.split("\n");
    const from = (text: string, index: number) => lines.with(index, text.split("\n")[index] ?? "");
    const changes = [
      from(other.out, 1), // the event
      from(other.out, 2), // its place
      from(other.out, 3), // the first hash
      from(theirs.out, 1),
      lines.toSpliced(4, 1),
      lines.toSpliced(4, 0, lines[4] ?? ""),
      lines.map((line) => line.replace(/^signed 1/, "signed 2")),
    ];
    for (const change of changes) {
      expect(change).not.toEqual(lines);
      expect((await checked(change.join("\n"))).code).toBe(1);
    }
    expect((await verifyBundle([await house.write("proof.txt", out)])).out).toContain("--key");
    const stranger = verifierKey(originOf(OURS), Buffer.alloc(32, 2));
    const path = await house.write("proof.txt", out);
    expect((await verifyBundle([path, "--key", stranger])).code).toBe(1);
  });

  test("accepts that what a kept note says is the beginning of what is signed now", async () => {
    for (const { tree_size: size, note } of await house.signedOf(OURS)) {
      const kept = await house.write("kept.txt", note);
      const { code, out } = await prove("--since", String(size));
      expect(code).toBe(0);
      const seen = await checked(out, "--note", kept);
      expect([seen.code, seen.out]).toEqual([
        0,
        expect.stringContaining(`the ${size} events signed then are the first of the ${SIGNED}`),
      ]);
    }
  });

  test("refuses it of another note, of another size and without one", async () => {
    const [first, second] = await house.signedOf(OURS);
    const [theirs] = await house.signedOf(OTHERS);
    const { out } = await prove("--since", "12");
    for (const note of [second?.note, theirs?.note]) {
      const kept = await house.write("kept.txt", note ?? "");
      expect((await checked(out, "--note", kept)).code).toBe(1);
    }
    expect((await checked(out)).code).toBe(1);
    const kept = await house.write("kept.txt", first?.note ?? "");
    const lines = out.split("\n");
    expect((await checked(lines.toSpliced(1, 1).join("\n"), "--note", kept)).code).toBe(1);
  });
});

describe("a log that is not what was signed", () => {
  const forged = `update es.events set data = replace(data::text, 'Milo', 'Mila')::json, leaf = sha256('x')
                   where tenant_id = '${OURS}' and seq = 9`;

  test("is neither exported nor proven, and is named; the neighbour's is", async () => {
    await house.query(forged);
    const { code, said, files } = await house.exported("forged");
    expect([code, files.length]).toEqual([1, 1]);
    expect(said).toContain(`${OURS}  seq 9  payload`);
    for (const args of [
      ["--seq", "9"],
      ["--seq", "10"],
      ["--since", "12"],
    ]) {
      const run = await prove(...args);
      expect([run.code, run.out]).toEqual([1, expect.stringContaining(OURS)]);
    }
    const theirs = await house.audit(["prove", "--tenant", OTHERS, "--seq", "9"]);
    expect(theirs.code).toBe(0);
  });

  test("nor signed heads that this installation did not sign", async () => {
    await house.query(
      `update audit.signed_checkpoints set note = replace(note, 'signed 1', 'signed 2')
        where tenant_id = '${OTHERS}' and tree_size = 15`,
    );
    const { code, said, files } = await house.exported("unsigned", "--tenant", OTHERS);
    expect([code, files]).toEqual([1, []]);
    expect(said).toContain(`${OTHERS}  seq 20  signed-checkpoint`);
  });
});
