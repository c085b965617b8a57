type Module = Readonly<{ importers: readonly string[]; dynamicImporters: readonly string[] }>;
type Graph = Readonly<{ getModuleInfo: (id: string) => Module | null }>;

const SIGN_IN = /\/web\/features\/auth\//;
const SITE = /\/web\/features\/marketing\//;
/** Opened only once, or the only form of the site: they do not count as pages that share code. */
const RARE = /accept-invitation|contact-form/;
const FRAME = /\/web\/app\/shell\/app-shell\.tsx$/;
/** Loaded with every screen of a shop, with or without the frame. */
const FIRST_QUERIES = /\/web\/app\/first-queries\.ts$/;
/** The screens of a shop that people use all day. */
const MAIN_SCREEN = /\/(?:dashboard|products|inventory|customers|sales|sell)-screen\.tsx$/;
/** The first request of the list of sales needs a part of its screen, which is loaded anyway. */
const SALES_SCREEN = /\/sales-(?:screen\.tsx|filter\.ts)$/;
/** Everything it needs is in one chunk, so that a till opens at once. */
const TILL_SCREEN = /\/sell-screen\.tsx$/;
const SCREEN = /-(?:screen|tab)\.tsx$/;
const SETTINGS = /-tab\.tsx$/;
/** Modules used by one of these areas only go into a chunk of that area. */
const AREAS = [
  ["sign-in", SIGN_IN],
  ["site", SITE],
  ["till", /\/web\/features\/sell\//],
  ["platform", /\/web\/features\/platform\//],
] as const;
/** The little of a till that pages beside Sell know, and the update that waits for an empty cart. */
const OWN_TILL = /\/web\/(?:till\/(?:till|till-now|entry-id)|state\/worker)\.ts$/;
/** What the lock of a till and the settings know of the person's account. */
const OWN_ACCOUNT =
  /\/(?:web\/api\/account|web\/format\/device-text|contract\/api\/account|contract\/pin-rules|api\/till\/(?:pin|tills))\.ts$/;
/** Needed by few pages, each of which has the chunk of forms: a chunk of its own would be larger. */
const OF_FORMS = /\/web\/api\/save-settings\.ts$/;
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
 * with the app, `common` what the sign-in pages share with its main screens, `parts` what the till
 * shares with the others, `app` the frame, `lists` what the main screens share beside it, `form`
 * and `forms` what dialogs and settings need. `base`, the entry, is chosen by the bundler.
 */
export function chunkOfMany(id: string, graph: Graph): string | null {
  if (RUNTIME.test(id)) return "base";
  if (OWN_TILL.test(id)) return "own-till";
  if (OWN_ACCOUNT.test(id)) return "account";
  if (OF_FORMS.test(id)) return "forms";
  if (PAGING.test(id)) return "paged";
  if (QUERIES.test(id)) return OF_COMMON.test(id) ? "common" : "parts";
  const pages = pagesOf(id, graph);
  if (pages.includes(id)) return PAGE_CHUNKS.find(([, kind]) => kind.test(id))?.[0] ?? null;
  const chunk = chunkOf(pages);
  return STYLES.test(id) ? (STYLES_OF[chunk ?? ""] ?? chunk) : chunk;
}

/** One file of styles is smaller than several, and styles are inside the document. */
const STYLES_OF: Readonly<Record<string, string>> = {
  content: "styles",
  common: "styles",
  parts: "styles",
  lists: "app",
  forms: "app",
};

const PAGE_CHUNKS = [
  ["app", FRAME],
  ["parts", FIRST_QUERIES],
  ["till", TILL_SCREEN],
  ["sales", SALES_SCREEN],
] as const;

const among = (pages: readonly string[], kind: RegExp): number =>
  pages.filter((page) => kind.test(page) && !RARE.test(page)).length;

function chunkOf(pages: readonly string[]): string | null {
  const [only, ...others] = pages;
  if (only !== undefined && others.length === 0) {
    return PAGE_CHUNKS.find(([, kind]) => kind.test(only))?.[0] ?? null;
  }
  const [area] = AREAS.find(([, kind]) => pages.every((page) => kind.test(page))) ?? [];
  if (area !== undefined) return area;
  const isOfMain = [FRAME, FIRST_QUERIES, MAIN_SCREEN].some((kind) => among(pages, kind) > 0);
  if (among(pages, SITE) > 0) return isOfMain ? "content" : null;
  if (among(pages, SIGN_IN) > 0) return isOfMain ? "common" : signInChunk(pages);
  if (isOfMain) return mainChunk(pages);
  return among(pages, SCREEN) > MANY ? "forms" : null;
}

/** Dialogs and settings are forms too. */
function signInChunk(pages: readonly string[]): string | null {
  const others = pages.filter((page) => !SIGN_IN.test(page) && !SITE.test(page));
  if (others.length >= MANY) return "form";
  return among(others, SETTINGS) > 0 ? null : "sign-in";
}

/** Settings do not load what only lists need. */
function mainChunk(pages: readonly string[]): string {
  const isOfFrame = among(pages, FRAME) > 0;
  if (among(pages, FIRST_QUERIES) > 0) return "parts";
  if (among(pages, TILL_SCREEN) > 0) {
    if (isOfFrame || among(pages, MAIN_SCREEN) > 1) return "parts";
    // What only the till shares with a dialog is part of the till; settings must not load all of it.
    return among(pages, SCREEN) > 1 ? "account" : "till";
  }
  return isOfFrame || among(pages, SETTINGS) > 0 ? "app" : "lists";
}

/** The lazily loaded modules that import this one, directly or not. */
function pagesOf(id: string, graph: Graph): readonly string[] {
  const above = new Set([id]);
  // A Set may grow while it is iterated; added items are visited too.
  for (const at of above) {
    for (const importer of graph.getModuleInfo(at)?.importers ?? []) above.add(importer);
  }
  return [...above].filter((at) => (graph.getModuleInfo(at)?.dynamicImporters ?? []).length > 0);
}
