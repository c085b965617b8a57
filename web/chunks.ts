type Module = Readonly<{ importers: readonly string[]; dynamicImporters: readonly string[] }>;
type Graph = Readonly<{ getModuleInfo: (id: string) => Module | null }>;

const SIGN_IN = /\/web\/features\/auth\//;
const SITE = /\/web\/features\/marketing\//;
/** Opened only once, or the only form of the site: they do not count as pages that share code. */
const RARE = /accept-invitation|contact-form/;
/** What every screen of a shop loads: the frame. */
const FRAME = /\/web\/app\/frame\.ts$/;
/** The screens of a shop that people use all day. */
const MAIN_SCREEN = /\/(?:dashboard|products|inventory|customers|sales|sell)-screen\.tsx$/;
/** Everything it needs is in one chunk, so that a till opens at once. */
const TILL_SCREEN = /\/sell-screen\.tsx$/;
const SCREEN = /-(?:screen|tab)\.tsx$/;
/** Modules used by one of these areas only go into a chunk of that area. */
const AREAS = [
  ["sign-in", SIGN_IN],
  ["site", SITE],
  ["till", /\/web\/features\/sell\//],
  ["platform", /\/web\/features\/platform\//],
] as const;
const STYLES = /\.vanilla\.css/;
const RUNTIME = /rolldown.runtime/;
/** Every module imports the index of react-query, so its importers do not say which parts a page uses. */
const QUERIES = /\/@tanstack\/(?:react-query|query-core)\//;
/** The parts that pages without the app use: to sign in, and to describe a request. */
const OF_COMMON = /\/(?:useMutation|mutationObserver|queryOptions)\.js$/;
const PAGING = /\/(?:useInfiniteQuery|infiniteQueryObserver)\.js$/;

const MANY = 4;

/**
 * Names the chunk of a module by the pages that share it. On a slow line a request costs more than
 * the bytes of a screen that is opened next, so there are few: `content` is what the site shares
 * with the app, `common` what the sign-in pages share with its main screens, `app` the frame,
 * `lists` what those screens share beside it, `form` and `forms` what dialogs and settings need.
 * `base`, the entry, is chosen by the bundler.
 */
export function chunkOfMany(id: string, graph: Graph): string | null {
  if (RUNTIME.test(id)) return "base";
  if (PAGING.test(id)) return "paged";
  if (QUERIES.test(id)) return OF_COMMON.test(id) ? "common" : "app";
  const pages = pagesOf(id, graph);
  if (pages.includes(id)) return FRAME.test(id) ? "app" : TILL_SCREEN.test(id) ? "till" : null;
  const chunk = chunkOf(pages);
  return STYLES.test(id) && chunk !== null ? stylesOf(pages, chunk) : chunk;
}

const among = (pages: readonly string[], kind: RegExp): number =>
  pages.filter((page) => kind.test(page) && !RARE.test(page)).length;

function chunkOf(pages: readonly string[]): string | null {
  const isOfFrame = among(pages, FRAME) > 0;
  const isOfTill = among(pages, TILL_SCREEN) > 0;
  if (pages.length === 1) return isOfFrame ? "app" : isOfTill ? "till" : null;
  const [area] = AREAS.find(([, kind]) => pages.every((page) => kind.test(page))) ?? [];
  if (area !== undefined) return area;
  const isOfMain = isOfFrame || among(pages, MAIN_SCREEN) > 0;
  if (among(pages, SITE) > 0) return isOfMain ? "content" : null;
  if (among(pages, SIGN_IN) > 0) return isOfMain ? "common" : signInChunk(pages);
  if (isOfMain) return isOfFrame ? "app" : mainChunk(pages, isOfTill);
  return among(pages, SCREEN) >= MANY ? "forms" : null;
}

/** Dialogs and settings are forms too. */
function signInChunk(pages: readonly string[]): string {
  const others = pages.filter((page) => !SIGN_IN.test(page) && !SITE.test(page));
  return others.length >= MANY ? "form" : "sign-in";
}

/** What only the till shares with a dialog is part of the till. */
const mainChunk = (pages: readonly string[], isOfTill: boolean): string =>
  isOfTill && among(pages, MAIN_SCREEN) === 1 ? "till" : "lists";

/** Styles are inside the document, so more of their files are no more requests. */
const stylesOf = (pages: readonly string[], chunk: string): string =>
  `${chunk}-${among(pages, TILL_SCREEN) > 0 ? "till" : "page"}`;

/** The lazily loaded modules that import this one, directly or not. */
function pagesOf(id: string, graph: Graph): readonly string[] {
  const above = new Set([id]);
  // A Set may grow while it is iterated; added items are visited too.
  for (const at of above) {
    for (const importer of graph.getModuleInfo(at)?.importers ?? []) above.add(importer);
  }
  return [...above].filter((at) => (graph.getModuleInfo(at)?.dynamicImporters ?? []).length > 0);
}
