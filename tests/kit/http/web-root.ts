import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

export const SCRIPT = `export const words = "${"till ".repeat(200)}";`;

export const FIRST_SCRIPT = 'document.documentElement.dataset.theme="dark"';

const HTML = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tillbook</title>
<script>${FIRST_SCRIPT}</script>
<script type="module" crossorigin src="/assets/index-a1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/react-b2.js">
<link rel="stylesheet" crossorigin href="/assets/index-c3.css">
</head><body><div id="root"></div></body></html>`;

const MANIFEST = {
  "index.html": {
    file: "assets/index-a1.js",
    isEntry: true,
    imports: ["_react.js"],
    css: ["assets/index-c3.css"],
    dynamicImports: ["features/auth/login-screen.tsx"],
  },
  "_react.js": { file: "assets/react-b2.js" },
  "_field.js": { file: "assets/field-d4.js", imports: ["_react.js"], css: ["assets/field-e5.css"] },
  "features/auth/login-screen.tsx": {
    file: "assets/login-f6.js",
    isDynamicEntry: true,
    imports: ["index.html", "_field.js"],
    css: ["assets/login-a7.css"],
  },
};

/** A folder that looks like the built web app. */
export function builtWebApp(): string {
  const root = mkdtempSync(join(tmpdir(), "web-root-"));
  mkdirSync(join(root, "assets"));
  mkdirSync(join(root, ".vite"));
  const write = (file: string, content: string | Uint8Array) =>
    writeFileSync(join(root, file), content);
  write("index.html", HTML);
  write(".vite/manifest.json", JSON.stringify(MANIFEST));
  write("favicon.svg", "<svg/>");
  write("manifest.webmanifest", "{}");
  write("assets/index-a1.js", SCRIPT);
  write("assets/index-a1.js.br", brotliCompressSync(SCRIPT));
  write("assets/index-a1.js.gz", gzipSync(SCRIPT));
  write("assets/index-c3.css", ":root{}");
  write("assets/field-e5.css", ".field{}");
  write("assets/login-a7.css", ".login{}");
  return root;
}

/** The texts of the scripts inside a document; those with a source of their own do not count. */
export const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script = ""]) => script,
  );

/** How a content security policy names a script that it allows by its SHA-256. */
export const sourceOf = (script: string): string =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
