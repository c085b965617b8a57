import { spawn } from "node:child_process";
import { once } from "node:events";

// `npm run suite NAME [ARGUMENTS]` runs one set of tests or one drill; without a name it lists them.

type Command = Readonly<{ script: string; args: readonly string[] }>;

type Suite = Readonly<{
  about: string;
  env?: Readonly<Record<string, string>>;
  /** More of the environment with `--long`. */
  long?: Readonly<Record<string, string>>;
  commands: readonly Command[];
}>;

const node = (script: string, ...args: string[]): Command => ({ script, args });

const vitest = (...args: string[]): Command =>
  node("node_modules/vitest/vitest.mjs", "run", "--config", "tests/vitest.config.ts", ...args);

const BACKUP_DRILL = node("tests/faults/backup-drill/main.ts");
const TAMPER = node("tests/faults/tamper/main.ts");
const SIMULATION = node("tests/faults/simulation/main.ts");
const ALERTS = vitest("--project=long", "tests/faults/long/alerts.test.ts");
/** As many runs of each property as find rare cases, in a minute or two. */
const PROPERTY_RUNS = { PROPERTY_RUNS: "200" };

const SUITES: Readonly<Record<string, Suite>> = {
  unit: { about: "pure code and the architecture", commands: [vitest("--project=unit")] },
  integration: {
    about: "each service against real servers",
    commands: [vitest("--project=integration")],
  },
  web: { about: "screens and components", commands: [vitest("--project=web*")] },
  e2e: { about: "the whole product in a browser", commands: [vitest("--project=e2e")] },
  faults: {
    about: "kill -9, lost servers",
    commands: [vitest("--project=counter", "--project=faults", "--project=alone")],
  },
  product: {
    about: "e2e and faults in one run",
    commands: [vitest("--project=e2e", "--project=counter", "--project=faults", "--project=alone")],
  },
  compose: {
    about: "the images with Docker Compose; builds them first",
    commands: [vitest("--project=compose")],
  },
  counter: {
    about: "tills whose network comes and goes, and kills of browser and server; `--long` runs all",
    long: {
      COUNTER_KILLS: "200",
      COUNTER_SERVER_KILLS: "50",
      COUNTER_INTERLEAVINGS: "1000",
      COUNTER_ENTRIES: "500",
      COUNTER_SALES: "2000",
    },
    commands: [vitest("--project=counter")],
  },
  story: {
    about: "an afternoon at the counter without a network, with ten random kills, step by step",
    commands: [vitest("--project=long", "tests/faults/long/story")],
  },
  property: {
    about: "random histories, many runs",
    env: PROPERTY_RUNS,
    commands: [vitest("--project=integration", "tests/integration/property")],
  },
  "backup-drill": {
    about: "loses a data folder and restores it, standalone and distributed",
    commands: [BACKUP_DRILL],
  },
  tamper: {
    about: "changes the log as a superuser, and expects the audit to find it",
    commands: [TAMPER],
  },
  alerts: {
    about: "makes every alert of docs/monitoring fire once, with a real Prometheus",
    commands: [ALERTS],
  },
  simulation: {
    about: "sellers, services and audits in one process under random faults, by a seed",
    commands: [SIMULATION],
  },
  nightly: {
    about:
      "the scorecard with its long tests, many runs of properties, alerts, backup-drill and tamper",
    env: PROPERTY_RUNS,
    commands: [
      node("tests/scorecard/main.ts", "--all"),
      vitest("--project=integration", "--no-file-parallelism", "tests/integration/property"),
      ALERTS,
      BACKUP_DRILL,
      TAMPER,
    ],
  },
  openapi: {
    about: "not a test: writes the OpenAPI document from the routes",
    commands: [
      vitest(
        "--project=integration",
        "tests/integration/contract/document.test.ts",
        "--update",
        "-t",
        "routers",
      ),
    ],
  },
  pictures: {
    about: "not a test: takes pictures of every screen (or: readme, counter, icons)",
    commands: [node("tests/tools/pictures/main.ts")],
  },
};

const [name = "", ...rest] = process.argv.slice(2);
const suite = SUITES[name];
if (suite === undefined) {
  for (const [key, { about }] of Object.entries(SUITES)) {
    process.stdout.write(`${key.padEnd(14)}${about}\n`);
  }
  process.exitCode = name === "" ? 0 : 1;
} else {
  process.exitCode = await run(suite);
}

async function run({ commands, env, long }: Suite): Promise<number> {
  const isLong = long !== undefined && rest.includes("--long");
  const more = isLong ? rest.filter((word) => word !== "--long") : rest;
  for (const { script, args } of commands) {
    const child = spawn(process.execPath, [script, ...args, ...more], {
      env: { ...process.env, ...env, ...(isLong ? long : {}) },
      stdio: "inherit",
    });
    await once(child, "exit");
    if (child.exitCode !== 0) return child.exitCode ?? 1;
  }
  return 0;
}
