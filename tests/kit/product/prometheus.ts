import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as z from "zod/mini";

import { findProgram } from "#tests/kit/services/find-program.ts";
import { ownPort } from "#tests/kit/services/own-port.ts";
import { startServerProcess } from "#tests/kit/services/server-process.ts";
import { readTestSettings } from "#tests/kit/services/test-settings.ts";

import { readMonitoring } from "./metrics.ts";

const START_MS = 20_000;

export type Targets = Readonly<Record<string, readonly string[]>>;

/** With `alertname`, and what it is about: an instance, a projection. */
export type AlertLabels = Readonly<Record<string, string>>;

export type Prometheus = Readonly<{
  /** The labels of the alerts that are firing now. */
  firing: () => Promise<AlertLabels[]>;
  /** The values of the series that a query answers now. */
  values: (query: string) => Promise<number[]>;
  /** Rules that Prometheus could not evaluate, with the reason. */
  failedRules: () => Promise<string[]>;
  evaluations: () => Promise<number>;
  stop: () => Promise<void>;
}>;

type Options = Readonly<{
  /** host:port of each process, by job. */
  targets: Targets;
  everySeconds: number;
  /** The times that the rules wait and look back are divided by this. */
  shortenedBy: number;
}>;

const Alerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
  }),
});
const Vector = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});
const Rules = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({ name: z.string(), health: z.string(), lastError: z.optional(z.string()) }),
        ),
      }),
    ),
  }),
});

/** A real Prometheus with the product's own rules, which are all the same but for their times. */
export async function startPrometheus(options: Options): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-prometheus-"));
  const port = await ownPort();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, "alerts.yml"), shortened(options));
  await writeFile(join(folder, "prometheus.yml"), configOf(options));
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/api/v1/${path}`)).json();
  const server = await startServerProcess({
    command: findProgram("prometheus", readTestSettings().path) ?? "prometheus",
    args: [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    cwd: folder,
    logFile: join(folder, "server.log"),
    isReady: async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.status === 200,
    timeoutMs: START_MS,
  });
  const rules = async () =>
    Rules.parse(await ask("rules")).data.groups.flatMap((group) => group.rules);
  return {
    firing: async () =>
      Alerts.parse(await ask("alerts"))
        .data.alerts.filter(({ state }) => state === "firing")
        .map(({ labels }) => labels),
    values: async (query) => {
      const answer = await ask(`query?${new URLSearchParams({ query }).toString()}`);
      return Vector.parse(answer).data.result.map(({ value: [, value] }) => Number(value));
    },
    failedRules: async () =>
      (await rules())
        .filter(({ health }) => health === "err")
        .map(({ name, lastError }) => `${name}: ${lastError}`),
    evaluations: async () => (await rules()).filter(({ health }) => health === "ok").length,
    stop: async () => {
      await server.signal("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const SECONDS = { s: 1, m: 60, h: 3_600 } as const;

/** A rate needs at least two scrapes, and one may fail while a process restarts. */
const LEAST_SCRAPES = 4;

function shortened({ shortenedBy, everySeconds }: Options): string {
  const divided = (time: string, least: number): string => {
    const seconds =
      Number.parseInt(time, 10) *
      (time.endsWith("s") ? SECONDS.s : time.endsWith("m") ? SECONDS.m : SECONDS.h);
    return `${Math.max(least, Math.round(seconds / shortenedBy))}s`;
  };
  return readMonitoring("rules")
    .replaceAll(/(?<=for: )\d+[smh]$/gm, (time) => divided(time, 1))
    .replaceAll(/(?<=\[)\d+[smh](?=\])/g, (time) => divided(time, LEAST_SCRAPES * everySeconds));
}

const configOf = ({ targets, everySeconds }: Options): string =>
  [
    `global: { scrape_interval: ${everySeconds}s, scrape_timeout: ${everySeconds}s, evaluation_interval: 1s }`,
    "rule_files: [alerts.yml]",
    "scrape_configs:",
    ...Object.entries(targets).flatMap(([job, hosts]) => [
      `  - job_name: ${job}`,
      "    static_configs:",
      `      - targets: ${JSON.stringify(hosts)}`,
      "        labels: { product: tillbook }",
    ]),
    "",
  ].join("\n");
