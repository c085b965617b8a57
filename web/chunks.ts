type Module = Readonly<{ importers: readonly string[]; dynamicImporters: readonly string[] }>;
type Graph = Readonly<{ getModuleInfo: (id: string) => Module | null }>;

const SIGN_IN = /\/web\/features\/auth\//;
const SITE = /\/web\/features\/marketing\//;
const CONTACT = /contact-form/;
/** A person opens it only once, so it does not count as a page that shares code. */
const INVITATION = /accept-invitation/;
const SHELL = /\/web\/app\/shell\/app-shell\.tsx$/;
const TILL = /\/web\/features\/sell\//;
const TILL_SCREEN = /\/web\/features\/sell\/sell-screen\.tsx$/;
const LIST_SCREEN = /\/(?:products|inventory|customers|sales)-screen\.tsx$/;
const CATALOG_SCREEN = /\/(?:products|inventory)-screen\.tsx$/;
const DASHBOARD = /\/dashboard-screen\.tsx$/;
const PLATFORM = /\/web\/features\/platform\//;
const SCREEN = /-(?:screen|tab)\.tsx$/;
/** Modules used by one of these areas only go into a chunk of that area. */
const AREAS = [
  ["sign-in", SIGN_IN],
  ["site", SITE],
  ["till", TILL],
  ["platform", PLATFORM],
] as const;
const STYLES = /\.vanilla\.css/;
const RUNTIME = /rolldown.runtime/;
/** Every module imports the index of react-query, so its importers do not say which parts a page uses. */
const QUERIES = /\/@tanstack\/(?:react-query|query-core)\//;
const PAGING = /\/(?:useInfiniteQuery|infiniteQueryObserver)\.js$/;
const SENDING = /\/(?:useMutation|mutationObserver)\.js$/;

const MOST_SIGN_INS = 4;
const MANY_SCREENS = 6;
const MANY_FOR_STYLES = 4;

/**
 * Names the chunk of a module by the pages that share it. Without this the bundler makes a chunk
 * for each set of pages: the products page then loads 59 scripts instead of 16, and 141.7 kB
 * instead of 139.2, which is over the limits of tests/web/app/budget.test.ts.
 */
export function chunkOfMany(id: string, graph: Graph): string | null {
  if (RUNTIME.test(id)) return "base";
  if (PAGING.test(id)) return "paged";
  if (QUERIES.test(id)) return SENDING.test(id) ? "form" : "parts";
  const pages = pagesOf(id, graph);
  return pages.includes(id) ? null : chunkOf(sharingOf(pages, STYLES.test(id)));
}

function chunkOf(sharing: Sharing): string | null {
  const { pages } = sharing;
  if (pages.length === 1) return sharing.isStyle && sharing.isOfShell ? "frame" : null;
  const [area] = AREAS.find(([, kind]) => pages.every((page) => kind.test(page))) ?? [];
  return area ?? (sharing.signIns + sharing.site > 0 ? publicChunk(sharing) : appChunk(sharing));
}

/** The pages that share a module. */
type Sharing = Readonly<{
  pages: readonly string[];
  signIns: number;
  site: number;
  isOfShell: boolean;
  isOfMany: boolean;
  isStyle: boolean;
}>;

const among = (pages: readonly string[], kind: RegExp): number =>
  pages.filter((page) => kind.test(page) && !INVITATION.test(page)).length;

function sharingOf(pages: readonly string[], isStyle: boolean): Sharing {
  const [signIns, site] = [among(pages, SIGN_IN), among(pages, SITE)];
  const isOfShell = among(pages, SHELL) > 0;
  const isInApp = (page: string) => !SIGN_IN.test(page) && !SITE.test(page);
  const screens = among(pages.filter(isInApp), SCREEN);
  const isOfMany = isOfShell || screens >= (isStyle ? MANY_FOR_STYLES : MANY_SCREENS);
  return { pages, signIns, site, isOfShell, isOfMany, isStyle };
}

/**
 * For modules shared with public pages. Public pages must not load code that only the app needs,
 * nor the reverse.
 */
function publicChunk(sharing: Sharing): string | null {
  const { pages, signIns, site, isOfMany, isStyle } = sharing;
  const isOfSignIn = signIns >= MOST_SIGN_INS;
  if (!isOfSignIn && !isOfMany) return null;
  if (isStyle) return "styles";
  // The sign-in pages are forms too, and on the site only the contact form uses these modules.
  if (site === 1 && among(pages, CONTACT) === 1) return "form";
  if (site > 0) return isOfSignIn ? "common" : "content";
  if (!isOfSignIn) return null;
  return isOfMany ? "form" : "sign-in";
}

function appChunk(sharing: Sharing): string | null {
  const { pages, isOfMany, isStyle } = sharing;
  const isOfTill = among(pages, TILL_SCREEN) > 0;
  if (isOfMany) return manyScreensChunk(sharing, isOfTill);
  const lists = isStyle ? 0 : among(pages, LIST_SCREEN);
  if (isOfTill && lists > 0) return among(pages, CATALOG_SCREEN) > 0 ? "catalog" : "parts";
  return lists > 1 ? "lists" : null;
}

function manyScreensChunk({ pages, isOfShell, isStyle }: Sharing, isOfTill: boolean): string {
  if (isStyle) return isOfTill ? "styles" : "frame";
  const isOfFirst = isOfShell || among(pages, LIST_SCREEN) + among(pages, DASHBOARD) > 0;
  if (isOfFirst) return isOfTill ? "parts" : "frame";
  // Dialogs and forms, which no list needs at first.
  return isOfTill ? "dialogs" : "forms";
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
