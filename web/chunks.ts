type Module = Readonly<{ importers: readonly string[]; dynamicImporters: readonly string[] }>;
type Graph = Readonly<{ getModuleInfo: (id: string) => Module | null }>;

const SIGN_IN = /\/web\/features\/auth\//;
const SITE = /\/web\/features\/marketing\//;
const CONTACT = /contact-form/;
/** Seldom opened: what only it has of the app behind the door is not brought to the other pages. */
const RARE = /accept-invitation/;
const SHELL = /\/web\/app\/app-shell\.tsx$/;
const TILL = /\/web\/features\/sell\//;
/** The till has no frame around it. */
const TILL_SCREEN = /\/web\/features\/sell\/sell-screen\.tsx$/;
const LIST_SCREEN = /\/(?:products|inventory|customers|sales)-screen\.tsx$/;
const GOODS_SCREEN = /\/(?:products|inventory)-screen\.tsx$/;
const DASHBOARD = /\/dashboard-screen\.tsx$/;
const PLATFORM = /\/web\/features\/platform\//;
/** What only one of them has is a chunk of its own. */
const SIDES = [
  ["sign-in", SIGN_IN],
  ["site", SITE],
  ["till", TILL],
  ["platform", PLATFORM],
] as const;
const SCREEN = /-screen\.tsx$/;
const STYLES = /\.vanilla\.css/;
const RUNTIME = /rolldown.runtime/;
/** Everybody imports its index, so who imports what is not to be seen: a form sends, a screen reads. */
const QUERIES = /\/@tanstack\/(?:react-query|query-core)\//;
/** Of lists that are opened over a screen. */
const PAGING = /\/(?:useInfiniteQuery|infiniteQueryObserver)\.js$/;
const SENDING = /\/(?:useMutation|mutationObserver)\.js$/;

const MOST_SIGN_INS = 4;
const MANY_SCREENS = 6;
const MANY_FOR_STYLES = 4;

/**
 * Names the chunks of what several pages share, by who shares it. Left to itself the bundler makes a file for each set
 * of pages: some forty for a screen. Over HTTP/1.1 six come at a time, and each wave is a round trip; and as each is
 * compressed alone they are larger, too.
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
  const [side] = SIDES.find(([, kind]) => pages.every((page) => kind.test(page))) ?? [];
  return side ?? (sharing.signIns + sharing.site > 0 ? atTheDoor(sharing) : behindIt(sharing));
}

/** Who shares a module. */
type Sharing = Readonly<{
  pages: readonly string[];
  signIns: number;
  site: number;
  isOfShell: boolean;
  isOfMany: boolean;
  isStyle: boolean;
}>;

const among = (pages: readonly string[], kind: RegExp): number =>
  pages.filter((page) => kind.test(page) && !RARE.test(page)).length;

function sharingOf(pages: readonly string[], isStyle: boolean): Sharing {
  const [signIns, site] = [among(pages, SIGN_IN), among(pages, SITE)];
  const isOfShell = among(pages, SHELL) > 0;
  const isBehind = (page: string) => !SIGN_IN.test(page) && !SITE.test(page);
  const screens = among(pages.filter(isBehind), SCREEN);
  const isOfMany = isOfShell || screens >= (isStyle ? MANY_FOR_STYLES : MANY_SCREENS);
  return { pages, signIns, site, isOfShell, isOfMany, isStyle };
}

/** Neither side of the door is to load what only the other wears. */
function atTheDoor(sharing: Sharing): string | null {
  const { pages, signIns, site, isOfMany, isStyle } = sharing;
  const isOfSignIn = signIns >= MOST_SIGN_INS;
  if (!isOfSignIn && !isOfMany) return null;
  if (isStyle) return "looks";
  // Of the site only this form has it, and forms are what signing in is made of.
  if (site === 1 && among(pages, CONTACT) === 1) return "form";
  if (site > 0) return isOfSignIn ? "common" : "shown";
  if (!isOfSignIn) return null;
  return isOfMany ? "form" : "sign-in";
}

function behindIt(sharing: Sharing): string | null {
  const { pages, isOfMany, isStyle } = sharing;
  const isOfTill = among(pages, TILL_SCREEN) > 0;
  if (isOfMany) return ofMany(sharing, isOfTill);
  const lists = isStyle ? 0 : among(pages, LIST_SCREEN);
  if (isOfTill && lists > 0) return among(pages, GOODS_SCREEN) > 0 ? "goods" : "parts";
  return lists > 1 ? "lists" : null;
}

function ofMany({ pages, isOfShell, isStyle }: Sharing, isOfTill: boolean): string {
  if (isStyle) return isOfTill ? "looks" : "frame";
  const isOfFirst = isOfShell || among(pages, LIST_SCREEN) + among(pages, DASHBOARD) > 0;
  if (isOfFirst) return isOfTill ? "parts" : "frame";
  // What is filled in, over the lists or in the settings: no list waits for it.
  return isOfTill ? "slips" : "forms";
}

/** The modules, loaded when they are wanted, that cannot stand without this one. */
function pagesOf(id: string, graph: Graph): readonly string[] {
  const above = new Set([id]);
  // What is added while it is walked is walked, too.
  for (const at of above) {
    for (const importer of graph.getModuleInfo(at)?.importers ?? []) above.add(importer);
  }
  return [...above].filter((at) => (graph.getModuleInfo(at)?.dynamicImporters ?? []).length > 0);
}
