import { pageAt, type Page } from "#web/pages.ts";

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

/** Sources of the lazy modules that a path shows: the browser loads their files while the first script loads. */
export function modulesOf(path: string): readonly string[] {
  const page = pageAt(path);
  if (page === undefined) return [];
  return [...FRAMES[page.area], page.screen, ...(page.more === undefined ? [] : [page.more])];
}

const IN_APP = /^\/(?:app|auth)(?:\/|$)/;

/** Paths that get the web app's document; below /app and /auth the app itself shows its 404 page. */
export const isPage = (path: string): boolean => IN_APP.test(path) || pageAt(path) !== undefined;
