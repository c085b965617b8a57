type Module = Readonly<{ importers: readonly string[]; dynamicImporters: readonly string[] }>;
type Graph = Readonly<{ getModuleInfo: (id: string) => Module | null }>;

/** Pages of the public site and of sign-in: they shall not load what the app behind them is made of. */
const AT_THE_DOOR = /\/web\/features\/(?:auth|marketing)\//;
/** The till has no frame around it. */
const TILL = /\/web\/features\/sell\/sell-screen\.tsx$/;
const SHELL = /\/web\/app\/app-shell\.tsx$/;
const TENANT_SCREEN = /\/web\/features\/(?!platform\/).*-screen\.tsx$/;
/** Small, and the door wears most of them too. */
const STYLES = /\/web\/ui\/.*\.vanilla\.css/;
const SHARED_BY = 4;
const STYLE_SHARED_BY = 3;

/**
 * Names the chunks of what nearly every screen of the app is made of. As some seventy small files it was a quarter
 * more to load: each is compressed alone.
 */
export function chunkOfMany(): (id: string, graph: Graph) => string | null {
  const known = new Map<string, ReadonlySet<string>>();
  return (id, graph) => {
    const pages = [...pagesOf(id, graph, known)];
    const isAtTheDoor = pages.some((page) => AT_THE_DOOR.test(page));
    if (pages.includes(id) || (isAtTheDoor && !STYLES.test(id))) return null;
    const isOfShell = pages.some((page) => SHELL.test(page));
    const screens = pages.filter((page) => TENANT_SCREEN.test(page)).length;
    if (!isOfShell && screens < (STYLES.test(id) ? STYLE_SHARED_BY : SHARED_BY)) return null;
    if (isAtTheDoor) return "looks";
    return pages.some((page) => TILL.test(page)) ? "parts" : "frame";
  };
}

/** The modules, loaded when they are wanted, that cannot stand without this one. */
function pagesOf(
  id: string,
  graph: Graph,
  known: Map<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const found = known.get(id);
  if (found) return found;
  const pages = new Set<string>();
  known.set(id, pages); // a circle of imports ends here
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  if (dynamicImporters.length > 0) pages.add(id);
  for (const importer of importers) {
    for (const page of pagesOf(importer, graph, known)) pages.add(page);
  }
  return pages;
}
