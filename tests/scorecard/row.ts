import { appendFileSync } from "node:fs";

import { expect, test } from "vitest";
import * as z from "zod/mini";

import { reasonNotToRun } from "#tests/kit/services/describe-with.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

/**
 * One limit of a figure; both ends count as met. `besideOthers`: the limit of a time where other tests
 * use the machine too, which is everywhere but in the scorecard.
 */
export type Target = Readonly<
  | { exactly: number }
  | { atMost: number; besideOthers?: number }
  | { atLeast: number }
  | { from: number; to: number }
>;

const Common = { row: z.number(), test: z.string(), seed: z.number() };
const measured = { what: z.string(), value: z.number(), target: z.string(), ok: z.boolean() };

/** A line that a row test writes for `npm run scorecard`. */
export const Line = z.discriminatedUnion("kind", [
  z.object({ ...Common, kind: z.literal("figure"), ...measured }),
  z.object({ ...Common, kind: z.literal("control"), ...measured }),
  z.object({
    ...Common,
    kind: z.literal("end"),
    ok: z.boolean(),
    seconds: z.number(),
    reason: z.optional(z.string()),
  }),
]);
export type Line = z.infer<typeof Line>;

export type RowTest = Readonly<{
  seed: number;
  /** A number that this run measured. The test fails at its end if it misses the target. */
  figure: (what: string, value: number, target: Target) => void;
  /**
   * A number measured with the protection taken away, or the fault planted. It must meet its target,
   * which says that the check sees the fault; otherwise the row proves nothing.
   */
  control: (what: string, value: number, target: Target) => void;
}>;

const { scorecardFile, seed: givenSeed } = readTestSettings();

/**
 * A test of one row of the scorecard. A row may have several; together they need at least one
 * figure and one control.
 */
export function row(
  number: number,
  title: string,
  prove: (row: RowTest) => Promise<void>,
  timeoutMs?: number,
): void {
  const absent = reasonNotToRun();
  const unrun = { row: number, test: title, seed: givenSeed, kind: "end", ok: false } as const;
  if (absent !== undefined) writeLine({ ...unrun, seconds: 0, reason: `not run: ${absent}` });
  test(
    `row ${number}: ${title}`,
    async () => {
      const seed = givenSeed;
      const startedAt = performance.now();
      const missed: string[] = [];
      const common = { row: number, test: title, seed };
      const record =
        (kind: "figure" | "control") =>
        (what: string, value: number, given: Target): void => {
          const wanted = scorecardFile === undefined ? besideOthers(given) : given;
          const target = textOf(wanted);
          const ok = meets(value, wanted);
          if (!ok) missed.push(`${kind} "${what}" is ${value}, not ${target}`);
          writeLine({ ...common, kind, what, value, target, ok });
        };
      const end = (ok: boolean, reason?: string): void => {
        const seconds = (performance.now() - startedAt) / 1000;
        writeLine({ ...common, kind: "end", ok, seconds, reason });
      };
      try {
        await prove({ seed, figure: record("figure"), control: record("control") });
      } catch (error) {
        end(false, error instanceof Error ? error.message.split("\n")[0] : String(error));
        throw error;
      }
      end(missed.length === 0, missed.join("; ") || undefined);
      // Joined, so that the line of the failure says which.
      expect(missed.join("; ")).toBe("");
    },
    timeoutMs,
  );
}

const besideOthers = (target: Target): Target =>
  "atMost" in target && target.besideOthers !== undefined
    ? { atMost: target.besideOthers }
    : target;

export function meets(value: number, target: Target): boolean {
  if ("exactly" in target) return value === target.exactly;
  if ("atMost" in target) return value <= target.atMost;
  if ("atLeast" in target) return value >= target.atLeast;
  return value >= target.from && value <= target.to;
}

function textOf(target: Target): string {
  if ("exactly" in target) return String(target.exactly);
  if ("atMost" in target) return `at most ${target.atMost}`;
  if ("atLeast" in target) return `at least ${target.atLeast}`;
  return `${target.from} to ${target.to}`;
}

function writeLine(line: Line): void {
  if (scorecardFile !== undefined) appendFileSync(scorecardFile, `${JSON.stringify(line)}\n`);
}
