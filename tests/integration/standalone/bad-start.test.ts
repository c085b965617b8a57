import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { serviceEnvironment } from "#tests/kit/product/product-processes.ts";
import { refusedStart } from "#tests/kit/product/refused-start.ts";
import { freshDatabase } from "#tests/kit/services/services.ts";

// A start that fails for a reason that its operator can change: one line, no stack, exit code 1.

const root = join(import.meta.dirname, "..", "..", "..");
const isRoot = process.getuid?.() === 0;

let folder = "";
let taken: Server;
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  folder = await mkdtemp(join(isRoot ? homedir() : tmpdir(), "tillbook-bad-start-"));
  await writeFile(join(folder, "file"), "");
  await mkdir(join(folder, "closed"));
  await chmod(join(folder, "closed"), 0o500);
  taken = createServer().listen(0, "127.0.0.1");
  [database] = await Promise.all([freshDatabase(), once(taken, "listening")]);
});
afterAll(async () => {
  taken.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const portOf = (server: Server): string => {
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address ? String(address.port) : "";
};

type Environment = Readonly<Record<string, string>>;

describe.concurrent("the standalone product refuses in one line", () => {
  const start = (env: Environment, ...before: string[]) =>
    refusedStart(["standalone/main.ts"], { DATA_DIR: join(folder, "data"), ...env }, { before });
  /** A user who may not write what the tests own, also if root runs them. */
  const asOther = isRoot ? ["unshare", "--user", "--map-user=65534", "--map-group=65534"] : [];

  test("a port in use", async () => {
    const PORT = portOf(taken);
    expect(await start({ PORT })).toBe(`Port ${PORT} is in use: set PORT to another one.`);
  });

  test.each<[string, Environment, string]>([
    ["a port that is no number", { PORT: "abc" }, "PORT: must be a whole number from 0 to 65535"],
    ["an unknown level", { LOG_LEVEL: "loud" }, "LOG_LEVEL: must be one of trace, debug"],
  ])("%s", async (_, env, reason) => {
    expect(await start(env)).toContain(`invalid configuration: ${reason}`);
  });

  test("two wrong settings, both named", async () => {
    expect(await start({ PORT: "x", NODE_ENV: "prod" })).toMatch(/NODE_ENV: .*; PORT: /);
  });

  test.each<[string, string]>([
    ["a file where its folder must be", "file"],
    ["a folder below a file", "file/data"],
  ])("%s", async (_, name) => {
    const DATA_DIR = join(folder, name);
    expect(await start({ DATA_DIR })).toContain(`The data folder ${DATA_DIR} cannot be used: `);
  });

  test.each(["closed", "closed/data"])("a folder that is not writable: %s", async (name) => {
    const DATA_DIR = join(folder, name);
    const line = await start({ DATA_DIR }, ...asOther);
    expect(line).toMatch(/^The data folder \S+ cannot be used: .*(EACCES|EPERM)/);
  });

  test("a Node that cannot run TypeScript", async () => {
    const Manifest = z.object({ scripts: z.object({ start: z.string() }) });
    const manifest = Manifest.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
    const [program, ...args] = manifest.scripts.start.split(" ");
    expect(program).toBe("node");
    const line = await refusedStart(["--no-experimental-strip-types", ...args], {});
    expect(line).toMatch(/^Tillbook needs Node 24 or later, this is v[\d.]+: run "npm ci"/);
  });
});

describe.concurrent("each service refuses in one line", () => {
  const UPSTREAMS = {
    COMMAND_API_URL: "http://127.0.0.1:1",
    QUERY_API_URL: "http://127.0.0.1:1",
  };
  let settings: Environment | undefined;
  // Made once: all services of a database have the same keys.
  const env = (): Environment =>
    (settings ??= { ...serviceEnvironment({ adminUrl: database.adminUrl }), ...UPSTREAMS });
  const SERVICES = ["command-api", "query-api", "projector", "web/server"];

  test.each(SERVICES)("a port in use: %s", async (service) => {
    const PORT = portOf(taken);
    const line = await refusedStart([`${service}/main.ts`], { ...env(), PORT });
    expect(line).toBe(`Port ${PORT} is in use: set PORT to another one.`);
  });

  test.each(SERVICES)("a port that is no number: %s", async (service) => {
    const line = await refusedStart([`${service}/main.ts`], { ...env(), PORT: "99999" });
    expect(line).toBe("invalid configuration: PORT: must be a whole number from 0 to 65535");
  });

  test("a key file that is missing", async () => {
    const file = join(folder, "no-key.pem");
    const line = await refusedStart(["command-api/main.ts"], {
      ...env(),
      CHECKPOINT_KEY_FILE: file,
    });
    expect(line).toMatch(`the signing key file ${file}: ENOENT`);
  });
});
