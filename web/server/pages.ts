import { readFileSync } from "node:fs";
import { join } from "node:path";

import { pageAt, type Page } from "#web/pages.ts";
import { assetsOf, parseManifest, type Assets, type Manifest } from "#web/server/manifest.ts";

export type Pages = Readonly<{ render: (path: string, nonce: string) => string }>;

/** The HTML document, with links that preload the files of the requested page. */
export function readPages(webRoot: string): Pages {
  const html = readBuilt(join(webRoot, "index.html"));
  const manifest = parseManifest(readBuilt(join(webRoot, ".vite/manifest.json")));
  return {
    render: (path, nonce) =>
      html.replace("</head>", () => `${nonceMeta(nonce)}${links(html, manifest, path)}</head>`),
  };
}

/** Libraries that insert <style> elements read the nonce from here. */
const nonceMeta = (nonce: string) => `<meta name="csp-nonce" content="${nonce}">`;

function links(html: string, manifest: Manifest, path: string): string {
  const { styles, scripts }: Assets = assetsOf(manifest, modulesOf(path));
  const isNew = (file: string) => !html.includes(`"/${file}"`);
  return [
    ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts
      .filter(isNew)
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join("");
}

function readBuilt(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new Error(`the web app is not built (${file} is missing): run \`npm run build\``, {
      cause,
    });
  }
}

const SHELL = "app/shell/app-shell.tsx";
const SITE = "features/marketing/site-frame.tsx";

/** The frame around a page, by its area. */
const FRAMES: Readonly<Record<Page["area"], readonly string[]>> = {
  site: [SITE],
  guest: [],
  open: [],
  shop: [SHELL],
  till: [],
  platform: [SHELL],
};

/**
 * Source files of the lazy modules for a path. Their files are preloaded while the first script
 * loads.
 */
export function modulesOf(path: string): readonly string[] {
  const page = pageAt(path);
  if (page === undefined) return [];
  return [...FRAMES[page.area], page.screen, ...(page.more === undefined ? [] : [page.more])];
}

const IN_APP = /^\/(?:app|auth)(?:\/|$)/;

/** Paths that get the web app's document; below /app and /auth the app itself shows its 404 page. */
export const isPage = (path: string): boolean => IN_APP.test(path) || pageAt(path) !== undefined;
