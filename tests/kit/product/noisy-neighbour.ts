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

type Phase = Readonly<{
  /** How long each sale took, in ms. */
  times: readonly number[];
  p50: number;
  p99: number;
  refused: number;
}>;

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
  return { times, p50: percentile(times, 0.5), p99: percentile(times, 0.99), refused };
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

/** What the sales of another tenant took, in ms: without the noise and under it. */
export type Phases = Readonly<{
  kind: Noise;
  quiet: readonly number[];
  loud: readonly number[];
  refused: number;
  answers: string;
}>;

export type Slowdown = Readonly<{ p50: number; p99: number; line: string }>;

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

/** Another tenant sells in turn without the noise and under it. */
export async function sellBesideNoise(comparing: Comparing): Promise<Phases> {
  const { url, noisy, till, productId, kind, callers, rounds, phaseMs } = comparing;
  const quiet: number[] = [];
  const loud: number[] = [];
  const answers: string[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = await sellFor(till, productId, phaseMs);
    const stop = startNoise(url, noisy, kind, callers);
    await delay(SETTLE_MS);
    const under = await sellFor(till, productId, phaseMs);
    answers.push(await stop());
    await settled(url, noisy);
    quiet.push(...before.times);
    loud.push(...under.times);
    refused += before.refused + under.refused;
  }
  return { kind, quiet, loud, refused, answers: answers.at(-1) ?? "" };
}

/**
 * How much slower sales are under the noise. `usual` is what they took in the quiet phases of all
 * kinds of noise: those of one kind are too few for a p99, which then depends on six sales.
 */
export function slowdownOf({ kind, loud, answers }: Phases, usual: readonly number[]): Slowdown {
  const ratio = (part: number) => percentile(loud, part) / percentile(usual, part);
  const ms = (part: number) =>
    `${percentile(usual, part).toFixed(1)} -> ${percentile(loud, part).toFixed(1)} ms`;
  return {
    p50: ratio(0.5),
    p99: ratio(0.99),
    line: `${kind}: p50 ${ms(0.5)}, p99 ${ms(0.99)} of ${loud.length} sales, answers ${answers}`,
  };
}
