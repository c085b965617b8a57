import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { build, defineConfig, minify } from "vite";
import type { Plugin } from "vite";
import * as z from "zod/mini";

import { chunkOfMany } from "./chunks.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

const FIRST_SCRIPT = "first.js";

/**
 * Puts `first.js` into the document, so that the request it sends does not wait for another file.
 * The server allows it by its hash.
 */
function firstScript(): Plugin {
  const file = join(import.meta.dirname, FIRST_SCRIPT);
  return {
    name: "first-script",
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        const { code } = await minify(FIRST_SCRIPT, readFileSync(file, "utf8"));
        return html.replace(`<script src="/${FIRST_SCRIPT}">`, () => `<script>${code.trim()}`);
      },
    },
  };
}

const COMPRESSED = new Set([".js", ".css", ".svg", ".wasm"]);
/** Smaller files fit into one packet, so compression gains nothing. */
const LEAST_BYTES = 1_400;

/** Writes `.br` and `.gz` copies of assets that become smaller, which the server sends as they are. */
function precompress(): Plugin {
  let outDir = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !COMPRESSED.has(extname(entry.name))) continue;
        const path = join(entry.parentPath, entry.name);
        const content = readFileSync(path);
        if (content.length < LEAST_BYTES) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}

const Names = z._default(z.array(z.string()), []);
const Manifest = z.record(
  z.string(),
  z.looseObject({ file: z.string(), css: Names, imports: Names, dynamicImports: Names }),
);

/**
 * Vite's manifest has no key for a lazy module that shares a named chunk, so the server would not
 * preload it. This adds the key.
 */
function sharedPages(): Plugin {
  let outDir = "";
  return {
    name: "shared-pages",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle: {
      order: "pre",
      sequential: true,
      handler(_options, bundle) {
        const file = join(outDir, ".vite/manifest.json");
        const manifest = Manifest.parse(JSON.parse(readFileSync(file, "utf8")));
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk" || typeof chunk.facadeModuleId === "string") continue;
          const [of] =
            Object.entries(manifest).find((entry) => entry[1].file === chunk.fileName) ?? [];
          for (const id of chunk.moduleIds) {
            const isLazy = (this.getModuleInfo(id)?.dynamicImporters ?? []).length > 0;
            const key = relative(import.meta.dirname, id);
            if (!isLazy || of === undefined || key in manifest) continue;
            manifest[key] = {
              file: chunk.fileName,
              isDynamicEntry: true,
              css: [],
              imports: [of],
              dynamicImports: [],
            };
          }
        }
        writeFileSync(file, JSON.stringify(manifest));
      },
    },
  };
}

/** What is used only online is not cached on the device: public pages, the platform's, the audit, the team, the settings of notifications, the second factor, starter lists, choosing pictures, changing several products, common passwords. */
const ON_LINE_ONLY =
  /^(?:features\/account\/(?:security|totp)|(?:parts\/new-password|features\/(?:marketing|platform|audit|team|notifications\/settings|products\/(?:starter|picture|bulk)))\/)/;
/** The reader of barcodes is large, and is cached on the device when it was used. */
const READER = "assets/reader.[hash:7]";
const KEPT_WHEN_USED = /^reader\..*\.(?:js|wasm)$/;
const KEPT_BESIDE = ["favicon.svg", "manifest.webmanifest", "fonts/figtree-till.woff2"];
/** What makes the cached documents and their headers; a change of these is a new version. */
const DOCUMENT_SOURCES = [
  "server/document.ts",
  "server/pages.ts",
  "server/security-headers.ts",
  "../kernel/node/http/permissions-policy.ts",
];

/** Writes `sw.js`: the service worker with the list of files that it caches. */
function shellWorker(): Plugin {
  let outDir = "";
  return {
    name: "shell-worker",
    apply: "build",
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle: {
      order: "pre",
      sequential: true,
      async handler() {
        const shell = shellOf(outDir);
        writeFileSync(join(outDir, ".vite/shell.json"), JSON.stringify(shell));
        writeFileSync(join(outDir, "sw.js"), await workerFor(shell));
      },
    },
  };
}

function shellOf(outDir: string) {
  const read = (file: string) => readFileSync(join(outDir, file), "utf8");
  const manifest = Manifest.parse(JSON.parse(read(".vite/manifest.json")));
  const kept = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const entry = manifest[key];
    if (entry === undefined || seen.has(key) || ON_LINE_ONLY.test(key)) return;
    seen.add(key);
    [entry.file, ...entry.css].forEach((file) => kept.add(file));
    [...entry.imports, ...entry.dynamicImports].forEach(visit);
  };
  visit("index.html");
  KEPT_BESIDE.filter((file) => existsSync(join(outDir, file))).forEach((file) => kept.add(file));

  const hash = createHash("sha256").update(read("index.html"));
  for (const file of DOCUMENT_SOURCES) hash.update(readFileSync(join(import.meta.dirname, file)));
  for (const file of kept) hash.update(file).update(readFileSync(join(outDir, file)));
  return {
    version: hash.digest("hex").slice(0, 16),
    files: [...kept].map((file) => `/${file}`),
    whenUsed: readdirSync(join(outDir, "assets"))
      .filter((file) => KEPT_WHEN_USED.test(file))
      .map((file) => `/assets/${file}`),
    entry: `/${manifest["index.html"]?.file}`,
  };
}

async function workerFor(shell: object): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: "warn",
    define: { SHELL: JSON.stringify(shell) },
    build: {
      write: false,
      target: "es2022",
      rollupOptions: {
        input: join(import.meta.dirname, "worker/sw.ts"),
        output: { format: "iife", entryFileNames: "sw.js" },
      },
    },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("the worker was not built");
  return built.output[0].code;
}

const isStyle = (file: string): boolean => extname(file) === ".css";

export default defineConfig({
  root: import.meta.dirname,
  define: COMMON_PASSWORDS,
  plugins: [
    react(),
    vanillaExtractPlugin(),
    firstScript(),
    sharedPages(),
    shellWorker(),
    precompress(),
  ],
  resolve: {
    // wouter's copy for older versions of React, which have no such hook.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    // Listing all possible scripts would add 3 kB to the first script. Styles must be loaded before
    // the code that uses them.
    modulePreload: { polyfill: false, resolveDependencies: (_url, files) => files.filter(isStyle) },
    // Code that every page needs goes into one file, which is smaller and takes a single request.
    rollupOptions: {
      output: {
        // The first script contains all file names; names of only a hash save half a kilobyte.
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: "assets/[hash:7][extname]",
        codeSplitting: {
          groups: [
            { name: "base", tags: ["$initial"], priority: 1 },
            { name: chunkOfMany, debugName: "shared", includeDependenciesRecursively: false },
          ],
        },
      },
    },
    // Inlined assets would need data: addresses, which the CSP does not allow in styles.
    assetsInlineLimit: 0,
  },
  worker: {
    format: "es",
    rollupOptions: {
      output: { entryFileNames: `${READER}.js`, assetFileNames: `${READER}[extname]` },
    },
  },
  server: {
    port: 5173,
    // The development server itself serves the scripts in web/api; other /api paths go to the
    // services.
    proxy: {
      "^/api/(?!.*\\.tsx?($|\\?))": "http://localhost:3000",
      "^/auth/.*\\.php": "http://localhost:3000",
    },
  },
});
