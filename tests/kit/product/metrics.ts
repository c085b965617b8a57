import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

import type { ProductProcesses } from "./product-processes.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "docs", "monitoring");

export const MONITORING = {
  folder: FOLDER,
  rules: join(FOLDER, "alerts.yml"),
  dashboard: join(FOLDER, "dashboard.json"),
  config: join(FOLDER, "prometheus.yml"),
} as const;

export const readMonitoring = (name: "rules" | "dashboard" | "config"): string =>
  readFileSync(MONITORING[name], "utf8");

/** The alerts of the rules, in their order. */
export const alertNames = (): string[] =>
  [...readMonitoring("rules").matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);

const Dashboard = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      targets: z.optional(z.array(z.object({ expr: z.string() }))),
    }),
  ),
});

export const readDashboard = () => Dashboard.parse(JSON.parse(readMonitoring("dashboard")));

/** What each panel asks, with the values that Grafana would put in for its variables. */
export const dashboardQueries = (variables: Readonly<{ job: string; rateSeconds: number }>) =>
  readDashboard()
    .panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) =>
      expr
        .replaceAll("$job", variables.job)
        .replaceAll("$__rate_interval", `${variables.rateSeconds}s`),
    );

/** The metrics that a text with PromQL asks for. Prometheus itself adds `up`. */
export function askedMetrics(text: string): string[] {
  const names = text.match(/\b(?:tillbook|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return [...new Set(names)].toSorted();
}

/** What only the standalone product shows, and what it does not have. */
export const ONLY_STANDALONE = /^tillbook_part_/;
export const NOT_STANDALONE = /^tillbook_(?:relay|kafka|redis)_/;

/** The metrics that /metrics shows, with the series of histograms. */
export function shownMetrics(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    names.add(name);
    if (type !== "histogram") continue;
    for (const part of ["bucket", "sum", "count"]) names.add(`${name}_${part}`);
  }
  return names;
}

export async function readMetrics(address: string): Promise<string> {
  const answer = await fetch(`http://${address}/metrics`);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.text();
}

/** Every process of the product that has metrics. */
export const processesOf = (product: ProductProcesses) => [
  ...product.commandApis,
  ...product.queryApis,
  ...product.projectors,
  product.web,
];

/** Ids, emails and tokens, which no label may hold. */
const PERSONAL =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[\w.+-]+@[\w.-]+|eyJ\w+/gi;

export const personalIn = (text: string): string[] => text.match(PERSONAL) ?? [];
