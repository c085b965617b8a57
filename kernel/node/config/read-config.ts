import * as z from "zod/mini";

import type { Log } from "#kernel/node/logging/logger.ts";
import { startProblem } from "#kernel/node/start-problem.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type Meaning = Readonly<{
  meaning: string;
  /** The text as it would be in the environment. */
  byDefault?: string;
  isOptional?: boolean;
  /** Never printed. "generated": chosen by a machine, so production requires length and variety. */
  secret?: "generated" | "chosen";
}>;

/** Shown in .env.example and in the log at start. */
export const meanings = z.registry<Meaning>();

export type Settings = Readonly<Record<string, z.ZodMiniType>>;
export type Config<Shape extends Settings> = Readonly<z.output<z.ZodMiniObject<Shape>>>;

/** Reads the settings once at start. Throws one error that lists all problems. */
export function readConfig<Shape extends Settings>(shape: Shape, env: Environment): Config<Shape> {
  // Compose files pass an unset variable as ''.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = z.object(shape).safeParse(given);
  const weak = given["NODE_ENV"] === "production" ? weakSecrets(shape, given) : [];
  if (parsed.success && weak.length === 0) return Object.freeze(parsed.data);

  const wrong = parsed.error?.issues.map((issue) => problem(issue, given)) ?? [];
  throw startProblem(`invalid configuration: ${[...wrong, ...weak].join("; ")}`);
}

/** Describes the problem without the value, which may be a secret. */
function problem(issue: z.core.$ZodIssue, given: Environment): string {
  const name = issue.path.join(".");
  return given[name] === undefined ? `${name}: is missing` : `${name}: ${issue.message}`;
}

const SHORTEST_SECRET_BYTES = 32;
const FEWEST_CHARACTERS = 8;

function weakSecrets(shape: Settings, given: Environment): string[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const value = given[name];
    if (value === undefined || meanings.get(schema)?.secret !== "generated") return [];
    const secret = URL.canParse(value) ? new URL(value).password : value;
    if (Buffer.byteLength(secret) < SHORTEST_SECRET_BYTES) {
      return [`${name}: is shorter than ${SHORTEST_SECRET_BYTES} bytes, too short for production`];
    }
    if (new Set(secret).size < FEWEST_CHARACTERS) {
      return [`${name}: is too regular for production; make it with \`npm run -s secrets\``];
    }
    return [];
  });
}

/** The settings with secrets masked. */
export function describeConfig<Shape extends Settings>(
  shape: Shape,
  config: Config<Shape>,
): Record<string, string> {
  const values = new Map<string, unknown>(Object.entries(config));
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, printed(schema, values.get(name))]),
  );
}

function printed(schema: z.ZodMiniType, value: unknown): string {
  if (value === undefined) return "(not set)";
  if (meanings.get(schema)?.secret !== undefined) return "***";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replace(/\/\/[^/@\s]*@/g, "//***@");
}

type Start<Shape extends Settings> = Readonly<{
  settings: Shape;
  config: Config<Shape>;
  env: Environment;
}>;

/** Logs the settings and any variables that look misspelt. */
export function logStart<Shape extends Settings>(log: Log, start: Start<Shape>): void {
  log.info({ settings: describeConfig(start.settings, start.config) }, "starting");
  const unknown = suspectVariables(start.settings, start.env);
  if (unknown.length > 0) log.warn({ unknown }, "ignoring variables that look misspelt");
}

/** Unknown variables whose names are close to that of a setting. */
export function suspectVariables(shape: Settings, env: Environment): string[] {
  const known = Object.keys(shape);
  return Object.keys(env).filter(
    (name) => !known.includes(name) && known.some((other) => isNearly(name, other)),
  );
}

const SHORTEST_COMPARED = 6;

/** True if the texts differ by one letter added, removed or replaced. */
function isNearly(name: string, other: string): boolean {
  if (name.length < SHORTEST_COMPARED || Math.abs(name.length - other.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === other[start]) start += 1;
  const rest = Math.max(name.length, other.length) - start - 1;
  return rest <= 0 || name.slice(-rest) === other.slice(-rest);
}
