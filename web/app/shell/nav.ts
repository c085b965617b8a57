import { pageList, type Page } from "#web/pages.ts";
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

export const entriesFor = (role: string): readonly NavEntry[] =>
  role === SUPER_ADMIN
    ? entriesOf("platform")
    : entriesOf("shop").filter((entry) => isOpenTo(role, entry));

/** Selling has its own entry, because people do it all day. */
export const sellEntryFor = (role: string): NavEntry | undefined =>
  entriesOf("till").find((entry) => isOpenTo(role, entry));
