import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
export const WEB_ROOT = join(root, "dist", "web");

const SOURCES = ["web/**/*", "kernel/contract/**/*", "package-lock.json"];

const changedMs = (path: string): number => {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  return stat?.isFile() ? stat.mtimeMs : 0;
};

function isBuilt(): boolean {
  const builtMs = changedMs("dist/web/.vite/manifest.json");
  if (builtMs === 0) return false;
  return globSync(SOURCES, { cwd: root }).every((path) => changedMs(path) <= builtMs);
}

/** Builds the web app if it is missing or older than its sources. */
export async function ensureWebApp(log: (line: string) => void): Promise<void> {
  if (isBuilt()) return;
  log("Building the web app …");
  const build = spawn(
    process.execPath,
    [
      join(root, "node_modules/vite/bin/vite.js"),
      "build",
      "--logLevel",
      "warn",
      "--config",
      "web/vite.config.ts",
    ],
    {
      cwd: root,
      // Always a production build: a development build of React is twice as large.
      env: { NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  await once(build, "exit");
  if (build.exitCode !== 0) throw new Error("The web app could not be built");
}
