import { describe, expect, test } from "vitest";

import { createPressGuard } from "#web/features/sell/charge/use-charge.ts";
import { createScanReader, SILENCE_MS } from "#web/features/sell/scan/scan-reader.ts";
import { createScanQueue } from "#web/features/sell/scan/use-till-scans.ts";

/** Replays keys at their times, and ends with silence as the page does. */
function reader() {
  const heard: string[] = [];
  const read = createScanReader({
    began: () => undefined,
    scanned: (code) => heard.push(`scan ${code}`),
    typed: (text) => heard.push(`typed ${text}`),
    resumed: (text) => heard.push(`resumed ${text}`),
  });
  let now = 1_000;
  const type = (text: string, everyMs: number) => {
    for (const key of text) {
      now += everyMs;
      if (everyMs > SILENCE_MS) read.silence();
      read.character(key, now);
    }
  };
  const end = (afterMs = 5) => {
    now += afterMs;
    return read.terminator(now);
  };
  const silence = () => {
    now += SILENCE_MS;
    read.silence();
  };
  /** Silence because the page is late: the keys have earlier times of their own. */
  const lateness = () => read.silence();
  return { heard, type, end, silence, lateness };
}

describe("SELL-06: recognising a scan", () => {
  test("six characters or more at scanner speed; the Enter that ends them is swallowed", () => {
    const { heard, type, end } = reader();
    type("6001240100035", 4);
    expect(end()).toBe(true);
    expect(heard).toEqual(["scan 6001240100035"]);
  });

  test("SELL-07: an EAN-8 and a shop code of six characters are scans", () => {
    const { heard, type, end } = reader();
    type("40170725", 10);
    expect(end()).toBe(true);
    type("AB-123", 20);
    expect(end()).toBe(true);
    expect(heard).toEqual(["scan 40170725", "scan AB-123"]);
  });

  test("silence ends a scan without Enter, and a late Enter still belongs to it", () => {
    const { heard, type, end, silence } = reader();
    type("40170725", 10);
    silence();
    expect(heard).toEqual(["scan 40170725"]);
    expect(end(60)).toBe(true);
    expect(end(60)).toBe(false);
  });

  test("80 ms are silence unless the scanner is known to end codes with a key", () => {
    const read = createScanReader({
      began: () => undefined,
      scanned: () => undefined,
      typed: () => undefined,
      resumed: () => undefined,
    });
    const code = (from: number) => {
      for (let at = 0; at < 8; at += 1) read.character("1", from + at * 5);
    };
    code(1_000);
    expect(read.patienceMs()).toBe(SILENCE_MS);
    read.terminator(1_040);
    code(2_000);
    expect(read.patienceMs()).toBeGreaterThan(SILENCE_MS);
  });

  test("up to 50 ms between keys is a scanner, more is a person", () => {
    const { heard, type, end } = reader();
    type("12345678", 50);
    expect(end()).toBe(true);
    type("12345678", 51);
    expect(end()).toBe(false);
    expect(heard.at(0)).toBe("scan 12345678");
    expect(heard.slice(1).join("")).toBe(
      "typed 1typed 2typed 3typed 4typed 5typed 6typed 7typed 8",
    );
  });

  test("slow typing is never swallowed, nor is its Enter", () => {
    const { heard, type, end } = reader();
    type("milo", 120);
    expect(end(120)).toBe(false);
    expect(heard.map((each) => each.replace("typed ", "")).join("")).toBe("milo");
  });

  test("fast typing of a short word is a person", () => {
    const { heard, type, end } = reader();
    type("50", 20);
    expect(end()).toBe(false);
    expect(heard).toEqual(["typed 50"]);
  });

  test("text typed before a scan is not part of it", () => {
    const { heard, type, end } = reader();
    type("6*", 150);
    type("40170725", 5);
    expect(heard.at(0)).toBe("typed 6");
    // The first key of the scan came 5 ms after the asterisk, so the scan starts there.
    expect(end()).toBe(true);
  });

  test("SELL-08: a scan whose keys arrive late is one scan", () => {
    const { heard, type, end, lateness } = reader();
    type("4017", 5);
    lateness();
    lateness();
    type("0725", 5);
    expect(end()).toBe(true);
    expect(heard).toEqual(["typed 4017", "resumed 4017", "scan 40170725"]);
    type("12", 5);
    lateness();
    expect(end()).toBe(false);
    type("40170725", 60);
    expect(heard.slice(3).some((each) => each.startsWith("resumed"))).toBe(false);
  });

  test("SELL-08: fifty scans in a row are fifty scans", () => {
    const { heard, type, end } = reader();
    for (let scan = 0; scan < 50; scan += 1) {
      type(`60012401${String(scan).padStart(4, "0")}`, 3);
      expect(end(3)).toBe(true);
    }
    expect(new Set(heard).size).toBe(50);
  });
});

describe("waiting scans", () => {
  test("keep their order, and none is lost", () => {
    const queue = createScanQueue();
    for (const code of ["one", "two", "two", "three"]) queue.push(code);
    expect(queue.size()).toBe(4);
    expect([queue.shift(), queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([
      "one",
      "two",
      "two",
      "three",
      undefined,
    ]);
  });
});

describe("SELL-24: the guard of the confirm button", () => {
  test("accepts one press a second, by the time of the press", () => {
    const isFresh = createPressGuard();
    expect([1_000, 1_300, 1_999, 2_000].map((pressed) => isFresh(pressed))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
