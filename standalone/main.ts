import { isIP } from "node:net";
import { resolve } from "node:path";

import { createLogger } from "#kernel/node/logging/logger.ts";
import { closeOnSignal } from "#kernel/node/shutdown.ts";
import { isStartProblem, startProblem } from "#kernel/node/start-problem.ts";

import { standaloneConfig, type StandaloneConfig } from "./config.ts";
import { demoOf, refuseDemo, seedDemo } from "./demo/demo-shops.ts";
import { backupDirOf } from "./operator/backup/backup-paths.ts";
import { filesOf, keysOf } from "./operator/backup/open-source.ts";
import { startBackups } from "./operator/backup/start-backups.ts";
import { openSignedHeadKeys } from "./operator/signed-head-key/key-file.ts";
import { openDatabase } from "./product/database.ts";
import { greeting } from "./product/greeting.ts";
import { startEmbeddedPostgres } from "./product/postgres/embedded-postgres.ts";
import { startProduct } from "./product/product.ts";
import { readSecrets } from "./product/secrets.ts";
import { ensureWebApp } from "./product/web-app.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  await start();
} catch (error) {
  if (!isStartProblem(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = standaloneConfig(process.env);
  const dataDir = resolve(config.DATA_DIR);
  // A terminal is for people. Log collectors set LOG_LEVEL for a line per request.
  const logger = createLogger({ service: "tillbook", level: process.env["LOG_LEVEL"] || "warn" });
  if (config.NODE_ENV === "production") await refuseDemo(dataDir);
  await ensureWebApp(say);
  const secrets = await readSecrets(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log: say });
  const opened = [postgres.stop];
  const close = async (): Promise<void> => {
    for (const stop of opened.toReversed()) await stop();
  };
  try {
    const database = await openDatabase(postgres.adminUrl, secrets.rolePasswords);
    const demo = hasDemo(config) ? await demoOf(dataDir, Date.now()) : undefined;
    const product = await startProduct({
      config,
      database,
      secrets,
      signedHeadKeys: await openSignedHeadKeys(dataDir),
      firstAdmin: firstAdminOf(config) ?? demo?.superAdmin,
      logger,
      mailDir: keepsMails(config) ? dataDir : undefined,
      erasedDir: backupDirOf(config),
    });
    opened.push(product.close);
    const source = async () => ({
      adminUrl: database.adminUrl,
      keys: keysOf(secrets),
      files: await filesOf(dataDir),
    });
    const { rolePasswords: passwords } = secrets;
    const { store } = product.command;
    opened.push(startBackups({ config, source, passwords, store, log: logger }).stop);
    closeOnSignal(logger, close);
    const url = await listen(product.web, config);
    if (demo) {
      const { app: commandApi, sealer } = product.command;
      if (!demo.isSeeded) say("Filling two demo shops with three months of sales …");
      await seedDemo(dataDir, demo, { commandApi, store, sealer });
    }
    say(greeting(url, demo, keepsMails(config)));
  } catch (error) {
    await close();
    throw error;
  }
}

/** Demo data and printed passwords are for the developer's own machine only. */
function hasDemo({ HOST, NODE_ENV }: StandaloneConfig): boolean {
  const isLoopback = (isIP(HOST) === 4 && HOST.startsWith("127.")) || HOST === "::1";
  return NODE_ENV !== "production" && (HOST === "localhost" || isLoopback);
}

/** A developer's machine sends no email unless a mail server is set. */
function keepsMails(config: StandaloneConfig): boolean {
  return hasDemo(config) && config.SMTP_URL === undefined;
}

function firstAdminOf({
  SUPER_ADMIN_EMAIL: email,
  SUPER_ADMIN_PASSWORD: password,
}: StandaloneConfig) {
  return email && password ? { email, password } : undefined;
}

type Listening = Readonly<{ listen: (at: { host: string; port: number }) => Promise<string> }>;

async function listen(web: Listening, { HOST: host, PORT: port }: StandaloneConfig) {
  try {
    return await web.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "EADDRINUSE") throw cause;
    throw startProblem(`Port ${port} is in use: set PORT to another one.`, cause);
  }
}
