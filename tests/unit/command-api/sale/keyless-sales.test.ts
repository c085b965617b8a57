import { describe, expect, test } from "vitest";

import { createKeylessSales } from "#command-api/sale/keyless-sales.ts";
import { commandId, saleId } from "#tests/kit/builders/fixed-ids.ts";

const BODY = "session|two tins";

function till() {
  const sales = createKeylessSales();
  let made = 0;
  return (nowMs: number, fingerprint = BODY, receivedAt = nowMs) => {
    made += 1;
    const ids = { commandId: commandId(made), saleId: saleId(made) };
    const sale = sales.begin(fingerprint, { ...ids, nowMs, receivedAt });
    return { ...sale, finished: (heard: boolean, at = nowMs) => sale.finished(heard, at) };
  };
}

describe("two equal sales without a key", () => {
  test("are one while the first is in flight", () => {
    const begin = till();
    begin(0);
    const second = begin(90_000);
    expect(second).toMatchObject({ commandId: commandId(1), saleId: saleId(1) });
    expect(second.possibleDuplicateOf).toBeUndefined();
  });

  test("are one when the second came before the first was answered, and began after", () => {
    const begin = till();
    begin(0).finished(true, 20);
    expect(begin(21, BODY, 19)).toMatchObject({ commandId: commandId(1), saleId: saleId(1) });
    expect(begin(30, BODY, 29)).toMatchObject({ commandId: commandId(3), saleId: saleId(3) });
  });

  test("are two once the first was answered, without a flag when 5 s apart", () => {
    const begin = till();
    begin(0).finished(true);
    const second = begin(5000);
    expect(second).toMatchObject({ commandId: commandId(2), saleId: saleId(2) });
    expect(second.possibleDuplicateOf).toBeUndefined();
  });

  test("are two, flagged, when the second comes less than 5 s after the first", () => {
    const begin = till();
    begin(0).finished(true);
    const second = begin(4999);
    expect(second).toMatchObject({ commandId: commandId(2), possibleDuplicateOf: saleId(1) });
    second.finished(true);
    expect(begin(6000)).toMatchObject({ possibleDuplicateOf: saleId(2) });
  });

  test("are one within a minute of an answer that was lost", () => {
    const begin = till();
    begin(0).finished(false);
    expect(begin(60_000)).toMatchObject({ commandId: commandId(1), saleId: saleId(1) });
  });

  test("are two when the answer was lost more than a minute ago", () => {
    const begin = till();
    begin(0).finished(false);
    const second = begin(60_001);
    expect(second).toMatchObject({ commandId: commandId(2) });
    expect(second.possibleDuplicateOf).toBeUndefined();
  });

  test("are three when the answer to the retry arrived", () => {
    const begin = till();
    begin(0).finished(false);
    const retry = begin(1000);
    expect(retry.commandId).toBe(commandId(1));
    retry.finished(true);
    expect(begin(2000)).toMatchObject({ commandId: commandId(3), possibleDuplicateOf: saleId(1) });
  });

  test("are two once one of two parallel requests was answered, even if the other lost its socket later", () => {
    const begin = till();
    const [first, twin] = [begin(0), begin(1)];
    first.finished(true);
    twin.finished(false);
    expect(begin(2000)).toMatchObject({ commandId: commandId(3), possibleDuplicateOf: saleId(1) });
  });

  test("of different sessions or bodies are independent", () => {
    const begin = till();
    begin(0);
    const other = begin(1, "other session|two tins");
    expect(other).toMatchObject({ commandId: commandId(2) });
    expect(other.possibleDuplicateOf).toBeUndefined();
  });
});

test("old sales of a busy till are forgotten without scanning all of them", () => {
  const begin = till();
  const sold = 20_000;
  const before = performance.now();
  for (let n = 0; n < sold; n++) begin(n, `sale ${n}`).finished(true);
  // Scanning all of them each time would be 200 million steps.
  expect(performance.now() - before).toBeLessThan(1000);
});
