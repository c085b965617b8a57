import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll } from "vitest";

import { commandApiConfig, commandApiSettings } from "#command-api/config.ts";
import { migrate } from "#command-api/migrate/migrate.ts";
import { meanings } from "#kernel/node/config/read-config.ts";
import { LOGIN_ROLES, passwordVariable, type RolePasswords } from "#kernel/node/postgres/roles.ts";
import { projectorConfig, projectorSettings } from "#projector/config.ts";
import { queryApiConfig, queryApiSettings } from "#query-api/config.ts";
import { demoOf } from "#standalone/demo/demo-shops.ts";
import { startEmbeddedPostgres } from "#standalone/product/postgres/embedded-postgres.ts";
import { makeSecrets } from "#standalone/product/secrets.ts";
import { TEST_PASSWORDS } from "#tests/kit/database/test-roles.ts";
import { serviceEnvironment } from "#tests/kit/product/product-processes.ts";
import { refusedStart } from "#tests/kit/product/refused-start.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

type Environment = Readonly<Record<string, string>>;
type Service = Readonly<{
  settings: Readonly<Record<string, Parameters<typeof meanings.get>[0]>>;
  read: (env: Environment) => unknown;
}>;

const SERVICES: readonly Service[] = [
  { settings: commandApiSettings, read: commandApiConfig },
  { settings: queryApiSettings, read: queryApiConfig },
  { settings: projectorSettings, read: projectorConfig },
];

const { rolePasswords } = makeSecrets();
const PRODUCTION = { NODE_ENV: "production", LOG_LEVEL: "error", PORT: "0" };
const DEFAULTS = new Map(
  LOGIN_ROLES.map((role) => [passwordVariable(role), TEST_PASSWORDS[role]] as const),
);

/** Values that no secret may have: none, one that everyone knows, a short one, a regular one. */
const unfit = (name: string): readonly string[] => [
  "",
  DEFAULTS.get(name) ?? "secret",
  randomBytes(8).toString("base64"),
  "a".repeat(43),
];

function isRefused({ read }: Service, env: Environment): boolean {
  try {
    read(env);
    return false;
  } catch {
    return true;
  }
}

/** Each secret of each service in turn has each unfit value. */
function tries(base: Environment): readonly boolean[] {
  return SERVICES.flatMap((service) => {
    const secrets = Object.entries(service.settings).flatMap(([name, schema]) => {
      const { secret, isOptional = false } = meanings.get(schema) ?? {};
      return secret === "generated" && !isOptional ? [name] : [];
    });
    return secrets.flatMap((name) =>
      unfit(name).map((value) => isRefused(service, { ...base, [name]: value })),
    );
  });
}

describeWith(["postgres"], "in production", () => {
  let folder = "";
  beforeAll(async () => {
    const home = process.getuid?.() === 0 ? homedir() : tmpdir();
    folder = await mkdtemp(join(home, "tillbook-unsafe-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const strong = (adminUrl: string, passwords: RolePasswords = rolePasswords): Environment => ({
    ...serviceEnvironment({ adminUrl, passwords }),
    ...PRODUCTION,
    PUBLIC_URL: "https://shop.example",
  });

  row(40, "no service starts with an unfit secret", async ({ figure, control }) => {
    const base = strong("postgres://127.0.0.1:1/nothing");
    const accepted = SERVICES.filter((service) => !isRefused(service, base)).length;
    const all = tries(base);
    figure("services that accept fit secrets", accepted, { exactly: SERVICES.length });
    figure("unfit secrets", all.length, { atLeast: 20 });
    figure("unfit secrets refused, in percent", (100 * all.filter(Boolean).length) / all.length, {
      exactly: 100,
    });
    const elsewhere = tries({ ...base, NODE_ENV: "test" });
    control("unfit secrets accepted outside production", elsewhere.filter((it) => !it).length, {
      atLeast: 1,
    });
  });

  row(40, "no service uses a database that may lose sales", async ({ figure, control }) => {
    const { adminUrl, stop } = await startEmbeddedPostgres({
      dataDir: join(folder, "unsafe"),
      log: () => undefined,
      settings: { fsync: "off" },
    });
    try {
      await migrate({ adminUrl, passwords: rolePasswords });
      const env = strong(adminUrl);
      const mains = ["command-api/main.ts", "query-api/main.ts", "projector/main.ts"];
      const lines = await Promise.all(mains.map((main) => refusedStart([main], env)));
      const named = lines.filter((line) => line.includes("fsync is off, it must be on"));
      figure("services that refuse fsync=off", named.length, { exactly: mains.length });
      // A port that is in use shows that the start came further.
      const port = new URL(adminUrl).port;
      const further = await refusedStart(["query-api/main.ts"], {
        ...env,
        NODE_ENV: "test",
        PORT: port,
      });
      control("services that use it outside production", further.startsWith("Port") ? 1 : 0, {
        exactly: 1,
      });
    } finally {
      await stop();
    }
  });

  row(
    40,
    "no shop opens on demo data, whose passwords were printed",
    async ({ figure, control }) => {
      const dataDir = join(folder, "demo");
      const env = { ...PRODUCTION, DATA_DIR: dataDir };
      await mkdir(dataDir);
      await demoOf(dataDir, Date.now());
      const line = await refusedStart(["standalone/main.ts"], env);
      figure("demo folders refused", line.includes("holds demo shops") ? 1 : 0, { exactly: 1 });
      const other = await refusedStart(["standalone/main.ts"], {
        ...env,
        NODE_ENV: "development",
        DATA_DIR: join(dataDir, "demo-sign-ins.json"),
      });
      control("other folders refused for it", other.includes("holds demo shops") ? 1 : 0, {
        exactly: 0,
      });
    },
  );
});
