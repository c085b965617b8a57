// @vitest-environment node
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { modulesOf } from "#web/server/pages.ts";

const ROOT = join(import.meta.dirname, "../../..");
const BUILT = join(ROOT, "dist/web");
const MANIFEST = join(BUILT, ".vite/manifest.json");
const KB = 1_000;

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
    isDynamicEntry: z.optional(z.boolean()),
  }),
);
type Manifest = z.infer<typeof Manifest>;

const AT_THE_DOOR_KB = 110;
const LIST_KB = 140;
/** Settings and audit pages have a larger budget: no one uses them between two customers. */
const SETTINGS_KB = 150;
const SELL_KB = 160;
const REPORTS_KB = 160;

const atTheDoor = ["/auth/login", "/auth/register", "/", "/features", "/pricing", "/about"];
const lists = ["dashboard", "products", "inventory", "customers", "sales", "notifications"];
const tabs = ["account/profile", "account/security", "settings/business", "settings/payments"];

/** The modules preloaded with a page, and the limit for their JavaScript. */
const PAGES: readonly Readonly<{ path: string; limitKb: number; more?: string }>[] = [
  ...[...atTheDoor, "/contact"].map((path) => ({ path, limitKb: AT_THE_DOOR_KB })),
  ...lists.map((name) => ({ path: `/app/${name}`, limitKb: LIST_KB })),
  ...[...tabs, "tills/tills"].map((tab) => ({
    path: "/app/settings",
    limitKb: SETTINGS_KB,
    more: `features/${tab}-tab.tsx`,
  })),
  { path: "/app/team", limitKb: SETTINGS_KB },
  { path: "/app/sell", limitKb: SELL_KB },
  { path: "/app/reports", limitKb: REPORTS_KB, more: "ui/chart/chart-columns.tsx" },
  ...["activity", "checkpoints", "proof"].map((part) => ({
    path: "/app/audit",
    limitKb: SETTINGS_KB,
    more: `features/audit/${part}.tsx`,
  })),
];
const CSS_LIMIT_KB = 12;
/** With document, font, data and icon, eleven requests until the list is there. */
const MOST_SCRIPTS = 7;
const MAIN_SCREENS = [
  "/auth/login",
  "/auth/register",
  "/app/sell",
  ...lists.filter((name) => name !== "notifications").map((name) => `/app/${name}`),
];
const LAZY_CHUNK_LIMIT_KB = 60;
const KEPT_LIMIT_KB = 400;
const Shell = z.object({ files: z.array(z.string()) });

const newest = (patterns: readonly string[]): number =>
  Math.max(
    ...patterns
      .flatMap((pattern) => globSync(join(ROOT, pattern)))
      .map((path) => statSync(path).mtimeMs),
  );

const isStale = (): boolean =>
  !existsSync(MANIFEST) ||
  statSync(MANIFEST).mtimeMs <
    newest([
      "web/{api,app,features,format,parts,public,state,sync,theme,ui,worker}/**",
      "web/*.*",
      "kernel/contract/**/*.ts",
    ]);

/** In its own process, because NODE_ENV=test would make a development build. */
const buildAsShipped = (): void => {
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--config", join(ROOT, "web/vite.config.ts"), "--logLevel", "error"];
  execFileSync(process.execPath, args, { cwd: ROOT, env: { NODE_ENV: "production" } });
};

const sizeKb = (file: string): number =>
  gzipSync(readFileSync(join(BUILT, file)), { level: 9 }).length / KB;

function closure(manifest: Manifest, modules: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    manifest[key]?.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return [...seen];
}

describe("the size of a page, compressed", () => {
  let manifest: Manifest = {};
  beforeAll(() => {
    if (isStale()) buildAsShipped();
    manifest = Manifest.parse(JSON.parse(readFileSync(MANIFEST, "utf8")));
  }, 180_000);

  for (const { path, limitKb, more } of PAGES) {
    const name = more === undefined ? path : `${path} with ${more}`;
    const modules = ["index.html", ...modulesOf(path), ...(more === undefined ? [] : [more])];
    test(`STATE-19: of ${name} is at most ${limitKb} kB of JavaScript and ${CSS_LIMIT_KB} of CSS`, () => {
      for (const module of modules) expect(Object.keys(manifest)).toContain(module);
      const chunks = closure(manifest, modules).flatMap((key) => manifest[key] ?? []);
      const scripts = new Set(chunks.map(({ file }) => file));
      const styles = new Set(chunks.flatMap(({ css = [] }) => css));
      const sum = (files: Iterable<string>) => [...files].map(sizeKb).reduce((a, b) => a + b, 0);
      expect(sum(scripts)).toBeLessThanOrEqual(limitKb);
      expect(sum(styles)).toBeLessThanOrEqual(CSS_LIMIT_KB);
    });
  }

  test.each(MAIN_SCREENS)(`STATE-19: of %s is at most ${MOST_SCRIPTS} scripts`, (path) => {
    const modules = closure(manifest, ["index.html", ...modulesOf(path)]);
    const scripts = new Set(modules.flatMap((key) => manifest[key]?.file ?? []));
    expect(scripts.size).toBeGreaterThan(1);
    expect(scripts.size).toBeLessThanOrEqual(MOST_SCRIPTS);
  });

  test("STATE-19: contains nothing of the gallery", () => {
    const sources = Object.keys(manifest);
    expect(sources.filter((source) => source.includes("gallery"))).toEqual([]);
    const scripts = globSync(join(BUILT, "**/*.js"));
    expect(scripts.length).toBeGreaterThan(5);
    const withGallery = scripts.filter((path) => readFileSync(path, "utf8").includes("/gallery"));
    expect(withGallery).toEqual([]);
  });

  test("has no lazy chunk above the limit", () => {
    const lazy = Object.values(manifest).filter(({ isDynamicEntry }) => isDynamicEntry === true);
    expect(lazy.length).toBeGreaterThan(5);
    for (const { file } of lazy) expect(sizeKb(file)).toBeLessThanOrEqual(LAZY_CHUNK_LIMIT_KB);
  });

  test("STATE-19: is within its limit for all files cached on the device", () => {
    const { files } = Shell.parse(
      JSON.parse(readFileSync(join(BUILT, ".vite/shell.json"), "utf8")),
    );
    const kept = files.map((file) => sizeKb(file.slice(1)));
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(KEPT_LIMIT_KB);
  });

  test("has a compressed copy of each larger file", () => {
    for (const { file } of Object.values(manifest)) {
      if (readFileSync(join(BUILT, file)).length < 1_400) continue;
      expect(existsSync(join(BUILT, `${file}.br`))).toBe(true);
      expect(existsSync(join(BUILT, `${file}.gz`))).toBe(true);
    }
  });
});
