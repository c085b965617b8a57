import { can } from "#kernel/contract/rights.ts";
import { pageAt, type FirstQuery, type Page } from "#web/pages.ts";
import { loadFrame, loadScreen } from "#web/screens.ts";
import { isSuperAdmin, session, type Session } from "#web/state/session.ts";

type ShopPage = Page & { firstQuery: FirstQuery };

const isOfShop = (page: Page | undefined): page is ShopPage => page?.firstQuery !== undefined;

const mayOpen = ({ right }: Page, { user }: Session): boolean =>
  right === undefined || can(user.role, right);

/** Data that arrives this soon after the code is in the first picture. */
const DATA_WITHIN_MS = 200;

/**
 * Loads a page's code and data at the same time, when the app starts or when a menu link is
 * touched. Resolves when the page can be rendered. A failure is ignored here: the page requests the
 * part again and shows the error.
 */
export async function startRoute(href: string): Promise<void> {
  const { pathname, searchParams } = new URL(href, location.origin);
  const signedIn = session.get();
  const page = pageAt(pathname);
  if (signedIn === undefined && page?.area === "guest") {
    await loadScreen(page).catch(() => undefined);
  }
  if (signedIn === undefined || isSuperAdmin(signedIn) || !isOfShop(page)) return;
  const loadData = async () => {
    const { firstQueries } = await import("./first-queries.ts");
    await firstQueries[page.firstQuery](searchParams);
  };
  const data = mayOpen(page, signedIn) ? loadData().catch(() => undefined) : undefined;
  await Promise.allSettled([page.area === "till" ? undefined : loadFrame(), loadScreen(page)]);
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, DATA_WITHIN_MS))]);
}

/** Starts loading a page of the menu on pointer down, before the click. */
export function startTouchedLinks(): () => void {
  const start = ({ target }: PointerEvent) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("nav a[href]");
    if (link) void startRoute(link.href);
  };
  document.addEventListener("pointerdown", start);
  return () => document.removeEventListener("pointerdown", start);
}
