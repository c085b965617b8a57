import { readFileSync } from "node:fs";
import { join } from "node:path";

import { pageAt, type Page } from "#web/pages.ts";
import { parseDocument } from "#web/server/document.ts";
import { assetsOf, parseManifest } from "#web/server/manifest.ts";

export type Pages = Readonly<{
  /** Sources for the policy of every page. */
  scriptSources: readonly string[];
  render: (path: string, nonce: string) => string;
}>;

/** The HTML document with the styles of the requested page, and links that preload its scripts. */
export function readPages(webRoot: string): Pages {
  const document = parseDocument(readBuilt(join(webRoot, "index.html")));
  const manifest = parseManifest(readBuilt(join(webRoot, ".vite/manifest.json")));
  const styleOf = remembered((file) => readBuilt(join(webRoot, file)).trim());
  return {
    scriptSources: document.scriptSources,
    render: (path, nonce) => {
      const { styles, scripts } = assetsOf(manifest, modulesOf(path));
      return document.render({
        nonce,
        styles: new Map(styles.map((file) => [file, styleOf(file)])),
        scripts: scripts.filter((file) => !document.links(file)),
        frame: frameOf(path),
      });
    },
  };
}

function remembered(read: (file: string) => string): (file: string) => string {
  const known = new Map<string, string>();
  return (file) => {
    const text = known.get(file) ?? read(file);
    known.set(file, text);
    return text;
  };
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
const FIRST_QUERIES = "app/first-queries.ts";
const SITE = "features/marketing/site-frame.tsx";

/** The frame around a page, by its area. */
const FRAMES: Readonly<Record<Page["area"], readonly string[]>> = {
  site: [SITE],
  guest: [],
  open: [],
  shop: [SHELL, FIRST_QUERIES],
  till: [FIRST_QUERIES],
  platform: [SHELL],
};

/**
 * Source files of the lazy modules for a path. Their files are preloaded while the first script
 * loads.
 */
export function modulesOf(path: string): readonly string[] {
  const page = pageAt(path);
  // Also the document that the worker keeps for every screen.
  if (page === undefined) return OF_APP.test(path) ? [SHELL, FIRST_QUERIES] : [];
  return [...FRAMES[page.area], page.screen, ...(page.more === undefined ? [] : [page.more])];
}

const BONES = 6;

/**
 * The frame of a shop's page, without what only the app knows: the person, the menu, the figures.
 * Its styles are in `app/shell/static-frame.css.ts`.
 */
function frameOf(path: string): string {
  const page = pageAt(path);
  if (!isInShop(path, page)) return "";
  const bones = "<i></i>".repeat(BONES);
  const title = page?.title.replace("&", "&amp;") ?? "";
  const tools = page?.manyTools === true ? " data-many-tools" : "";
  return `<div data-frame><p></p><main aria-busy="true"${tools}><h1>${title}</h1><div>${bones}</div></main><nav></nav></div>`;
}

/** Also the document that the worker keeps for all of them. */
const isInShop = (path: string, page: Page | undefined): boolean =>
  page === undefined ? OF_APP.test(path) : page.area === "shop";

const OF_APP = /^\/app(?:\/|$)/;
const IN_APP = /^\/(?:app|auth)(?:\/|$)/;

/** Paths that get the web app's document; below /app and /auth the app itself shows its 404 page. */
export const isPage = (path: string): boolean => IN_APP.test(path) || pageAt(path) !== undefined;
