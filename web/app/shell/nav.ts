import { useSeesTakings } from "#web/api/settings.ts";
import { pageList, pages, type Page } from "#web/pages.ts";
import { may } from "#web/state/past.ts";
import { SUPER_ADMIN } from "#web/state/session.ts";
import type { IconName } from "#web/ui/icon/icon.tsx";

export type NavEntry = Readonly<{ page: Page; href: string; label: string; icon: IconName }>;

const entriesOf = (area: Page["area"]): readonly NavEntry[] =>
  pageList.flatMap((page) =>
    page.area === area && page.menu
      ? [{ page, href: page.path, label: page.menu.label ?? page.title, icon: page.menu.icon }]
      : [],
  );

const isOpenTo = (role: string, { page }: NavEntry): boolean =>
  page.right === undefined || may(role, page.right);

/** A cashier has no dashboard unless the owner shows the takings to cashiers. */
export function useEntries(role: string): readonly NavEntry[] {
  const seesTakings = useSeesTakings();
  if (role === SUPER_ADMIN) return entriesOf("platform");
  return entriesOf("shop").filter(
    (entry) => isOpenTo(role, entry) && (seesTakings || entry.page !== pages.dashboard),
  );
}

/** Selling has its own entry, because people do it all day. */
export const sellEntryFor = (role: string): NavEntry | undefined =>
  entriesOf("till").find((entry) => isOpenTo(role, entry));
