import { access, constants, mkdir } from "node:fs/promises";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { createLogger } from "#kernel/node/logging/logger.ts";
import { serveMetrics } from "#kernel/node/metrics/serve-metrics.ts";
import { closeOnSignal } from "#kernel/node/shutdown.ts";
import { listenAt, startProcess, startProblem } from "#kernel/node/start-problem.ts";

import { standaloneConfig, type StandaloneConfig } from "./config.ts";
import { demoOf, refuseDemo, seedDemo } from "./demo/demo-shops.ts";
import { type GreetedAdmin, greetedAdmin } from "./demo/greeted-admin.ts";
import { backupDirOf } from "./operator/backup/backup-paths.ts";
import { filesOf, keysOf } from "./operator/backup/open-source.ts";
import { startBackups } from "./operator/backup/start-backups.ts";
import { openSignedHeadKeys } from "./operator/signed-head-key/key-file.ts";
import { openDatabase } from "./product/database.ts";
import { greeting } from "./product/greeting.ts";
import { requireOwnKeys } from "./product/own-keys.ts";
import { startEmbeddedPostgres } from "./product/postgres/embedded-postgres.ts";
import { startProduct } from "./product/product.ts";
import { readSecrets } from "./product/secrets.ts";
import { ensureWebApp } from "./product/web-app.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await startProcess(start);

async function start(): Promise<void> {
  const config = standaloneConfig(process.env);
  const dataDir = resolve(config.DATA_DIR);
  // A terminal is for people. Log collectors set LOG_LEVEL for a line per request.
  const logger = createLogger({ service: "tillbook", level: process.env["LOG_LEVEL"] || "warn" });
  if (config.NODE_ENV === "production") await refuseDemo(dataDir);
  await openDataDir(dataDir);
  const secrets = await readSecrets(dataDir);
  const signedHeadKeys = await openSignedHeadKeys(dataDir);
  await ensureWebApp(say);
  const postgres = await startEmbeddedPostgres({ dataDir, log: say });
  const opened = [postgres.stop];
  const close = async (): Promise<void> => {
    for (const stop of opened.toReversed()) await stop();
  };
  try {
    const database = await openDatabase(postgres.adminUrl, secrets.rolePasswords);
    await requireOwnKeys(database.url, secrets, signedHeadKeys);
    const demo = hasDemo(config) ? await demoOf(dataDir, Date.now()) : undefined;
    const source = async () => ({
      adminUrl: database.adminUrl,
      keys: keysOf(secrets),
      files: await filesOf(dataDir),
    });
    const { rolePasswords: passwords } = secrets;
    const product = await startProduct({
      config,
      database,
      secrets,
      signedHeadKeys,
      firstAdmin: config.SUPER_ADMIN_EMAIL ? firstAdminOf(config) : demo?.superAdmin,
      logger,
      mailDir: keepsMails(config) ? dataDir : undefined,
      erasedDir: backupDirOf(config),
      beside: ({ store }) => startBackups({ config, source, passwords, store, log: logger }),
      giveUp: (reason) => void stopForGood(reason, close),
    });
    opened.push(product.close);
    closeOnSignal(logger, close, product.failed);
    await serveMetrics(config, logger, dataDir);
    const url = await listenAt(product.web, config);
    const command = product.command();
    let admin: GreetedAdmin | undefined;
    if (demo && command) {
      const { app: commandApi, sealer, store, accounts } = command;
      if (!demo.isSeeded) say("Filling two demo shops with three months of sales …");
      await seedDemo(dataDir, demo, { commandApi, store, sealer });
      const ofSettings = firstAdminOf(config);
      admin = await greetedAdmin(accounts, { ofSettings, ofDemo: demo.superAdmin });
    }
    const hasMailbox = keepsMails(config);
    say(greeting(url, demo, { hasMailbox, admin }));
  } catch (error) {
    await close();
    throw error;
  }
}

const CLOSE_WITHIN_MS = 10_000;

/** Ends with one line. The database stops in order, if it can. */
async function stopForGood(reason: string, close: () => Promise<void>): Promise<void> {
  await Promise.race([close().catch(() => undefined), delay(CLOSE_WITHIN_MS)]);
  process.stderr.write(`Tillbook fails again and again and has stopped: ${reason}\n`);
  process.exit(1);
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

/** Creates the data folder if it is missing, and checks that this user may write in it. */
async function openDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw startProblem(
      `The data folder ${dataDir} cannot be used: ${reason}. Set DATA_DIR to a folder that this user may write.`,
      cause,
    );
  }
}
