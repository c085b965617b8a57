import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { percentile } from "./sales-load.ts";
import { request, type Till } from "./till.ts";

const CLIENT = join(import.meta.dirname, "noise-client.ts");

export type Noise = "verify" | "bundle" | "past" | "lists" | "files" | "reads" | "import";

/** Starts one tenant that asks as fast as it can; returns how to stop it and get its answers. */
function startNoise(url: string, token: string, kind: Noise, callers: number) {
  const child = spawn(process.execPath, [CLIENT, url, token, kind, String(callers)], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {},
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return async (): Promise<string> => {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
    return output.trim();
  };
}

type Phase = Readonly<{ p50: number; p99: number; sold: number; refused: number }>;

/** One cashier at work for a while. */
export async function sellFor(till: Till, productId: string, ms: number): Promise<Phase> {
  const times: number[] = [];
  let refused = 0;
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs) {
    const startedAt = performance.now();
    const { status } = await till.sell([{ productId, quantity: 1 }]);
    times.push(performance.now() - startedAt);
    if (status !== 200) refused += 1;
    await delay(PAUSE_MS);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), sold: times.length, refused };
}

const PAUSE_MS = 10;
const SETTLE_MS = 700;

/** An import goes on when its client has left, so the next quiet phase waits for its last event. */
async function settled(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  let before: unknown;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const { body } = await request(url, "GET", "/api/v1/live", { headers });
    const position = JSON.stringify(body);
    if (position === before) return;
    before = position;
    await delay(SETTLED_MS);
  }
}

const SETTLED_MS = 1_500;
const MOST_LOOKS = 30;

export type Slowdown = Readonly<{ p50: number; p99: number; refused: number; told: string }>;

type Comparing = Readonly<{
  url: string;
  /** The tenant that makes the noise. */
  noisy: string;
  till: Till;
  productId: string;
  kind: Noise;
  callers: number;
  rounds: number;
  phaseMs: number;
}>;

/**
 * How much slower another tenant's sales are under the noise: the medians of rounds that each compare
 * a quiet phase with a noisy one, so that a slow moment of the machine does not count.
 */
export async function slowdownOf(comparing: Comparing): Promise<Slowdown> {
  const { url, noisy, till, productId, kind, callers, rounds, phaseMs } = comparing;
  const seen: { quiet: Phase; loud: Phase }[] = [];
  const answers: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await sellFor(till, productId, phaseMs);
    const stop = startNoise(url, noisy, kind, callers);
    await delay(SETTLE_MS);
    const loud = await sellFor(till, productId, phaseMs);
    answers.push(await stop());
    await settled(url, noisy);
    seen.push({ quiet, loud });
  }
  const median = (of: (pair: { quiet: Phase; loud: Phase }) => number): number =>
    percentile(seen.map(of), 0.5);
  const ms = (of: (pair: { quiet: Phase; loud: Phase }) => number) => median(of).toFixed(1);
  return {
    p50: median(({ quiet, loud }) => loud.p50 / quiet.p50),
    p99: median(({ quiet, loud }) => loud.p99 / quiet.p99),
    refused: seen.reduce((sum, { quiet, loud }) => sum + quiet.refused + loud.refused, 0),
    told:
      `${kind}: p50 ${ms(({ quiet }) => quiet.p50)} -> ${ms(({ loud }) => loud.p50)} ms, ` +
      `p99 ${ms(({ quiet }) => quiet.p99)} -> ${ms(({ loud }) => loud.p99)} ms, answers ${answers.at(-1) ?? ""}`,
  };
}
