import { randomInt } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";

import * as z from "zod/mini";

import { Missing } from "./service-types.ts";

const Text = z.optional(z.string());

const Environment = z.object({
  CI: Text,
  PATH: z._default(z.string(), ""),
  DATABASE_ADMIN_URL: Text,
  DATABASE_URL: Text,
  KAFKA_BROKERS: Text,
  REDIS_URL: Text,
  TEST_SERVICES: z.optional(z.enum(["", "containers"])),
  TEST_CACHE: Text,
  CHROMIUM: Text,
  HEADLESS_CHROMIUM: Text,
  TEST_RUN: Text,
  PROPERTY_RUNS: Text,
  PROPERTY_SEED: Text,
  COUNTER_KILLS: Text,
  COUNTER_SERVER_KILLS: Text,
  COUNTER_INTERLEAVINGS: Text,
  COUNTER_ENTRIES: Text,
  COUNTER_SALES: Text,
  SCORECARD_FILE: Text,
});

/** How the processes of a test run find its services. */
const Run = z.object({ url: z.string(), missing: Missing });
export type TestRun = z.infer<typeof Run>;

export type TestSettings = Readonly<{
  isCi: boolean;
  path: string;
  /** Servers that run already. The URL of Postgres is a superuser's. */
  adminUrl: string | undefined;
  brokers: string | undefined;
  redisUrl: string | undefined;
  /** Use containers even if the programs are installed. */
  useContainers: boolean;
  /** Where Kafka's jars are kept between runs. */
  cache: string;
  chromium: string;
  /** The browser of the screens' tests. One without a window system needs less processor time. */
  headlessChromium: string;
  /** How many call sequences the property test tries, and the seed. */
  propertyRuns: number;
  /** Histories of the past take longer, so CI tries few; `PROPERTY_RUNS` sets the number. */
  historyRuns: number;
  seed: number;
  /** How often the browser of a till is killed, and one that is no till. */
  counterKills: number;
  counterRegisterKills: number;
  /** How often the server is killed while a till sells. */
  counterServerKills: number;
  /** In how many ways the sales of three tills are delivered, and how many each till has. */
  counterInterleavings: number;
  counterEntries: number;
  /** How many sales a till makes in two weeks without a network. */
  counterSales: number;
  /** Where row tests write their figures. */
  scorecardFile: string | undefined;
  run: TestRun | undefined;
}>;

const FEW_RUNS = 20;
const CI_RUNS = 50;
const SCORECARD_RUNS = 100;
const FEW_KILLS = 10;
/** Each kind of network once. */
const FEW_REGISTER_KILLS = 4;
const FEW_SERVER_KILLS = 3;
const FEW_SALES = 400;
const FEW_INTERLEAVINGS = 20;
const FEW_ENTRIES = 30;

/**
 * An empty variable counts as not set: compose passes a variable that its host lacks as an empty
 * one.
 */
const filled = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

const numberOf = (text: string | undefined, usual: number): number => Number(filled(text) ?? usual);

const usualRuns = (isCi: boolean, isScorecard: boolean): number => {
  if (isScorecard) return SCORECARD_RUNS;
  return isCi ? CI_RUNS : FEW_RUNS;
};

/** Only this file reads the environment of the tests. */
export const readTestSettings = (): TestSettings => {
  const env = Environment.parse(process.env);
  const run = filled(env.TEST_RUN);
  const scorecardFile = filled(env.SCORECARD_FILE);
  const chromium = filled(env.CHROMIUM) ?? "/usr/bin/chromium";
  const isCi = filled(env.CI) !== undefined && env.CI !== "false";
  return {
    isCi,
    path: env.PATH,
    adminUrl: filled(env.DATABASE_ADMIN_URL) ?? filled(env.DATABASE_URL),
    brokers: filled(env.KAFKA_BROKERS),
    redisUrl: filled(env.REDIS_URL),
    useContainers: env.TEST_SERVICES === "containers",
    cache: filled(env.TEST_CACHE) ?? join(homedir(), ".cache", "tillbook"),
    chromium,
    headlessChromium: filled(env.HEADLESS_CHROMIUM) ?? chromium,
    propertyRuns: numberOf(env.PROPERTY_RUNS, usualRuns(isCi, scorecardFile !== undefined)),
    historyRuns: numberOf(env.PROPERTY_RUNS, FEW_RUNS),
    counterKills: numberOf(env.COUNTER_KILLS, FEW_KILLS),
    counterRegisterKills: numberOf(env.COUNTER_KILLS, FEW_REGISTER_KILLS),
    counterServerKills: numberOf(env.COUNTER_SERVER_KILLS, FEW_SERVER_KILLS),
    counterInterleavings: numberOf(env.COUNTER_INTERLEAVINGS, FEW_INTERLEAVINGS),
    counterEntries: numberOf(env.COUNTER_ENTRIES, FEW_ENTRIES),
    counterSales: numberOf(env.COUNTER_SALES, FEW_SALES),
    seed: Number(filled(env.PROPERTY_SEED) ?? randomInt(2 ** 31)),
    scorecardFile,
    run: run === undefined ? undefined : Run.parse(JSON.parse(run)),
  };
};

/** Workers start later and inherit the environment: it says where they ask for services. */
export const announceRun = (run: TestRun): void => {
  process.env["TEST_RUN"] = JSON.stringify(run);
};

/** Runs without the library's helper image, which may not be there to pull: this run stops its containers itself. */
export const settleTestcontainers = (): void => {
  process.env["TESTCONTAINERS_RYUK_DISABLED"] ??= "true";
  process.env["TESTCONTAINERS_HOST_OVERRIDE"] ??= "127.0.0.1";
};
