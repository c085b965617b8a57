import { createElement, lazy, type ComponentType, type ReactElement } from "react";

import { pageList, type Page } from "#web/pages.ts";

import { addIcons } from "./ui/icon/icon.tsx";

/** The frame around the pages of people who are signed in, a chunk of its own. */
export const loadShell = async () => ({
  default: (await import("./app/shell/app-shell.tsx")).AppShell,
});

type Screen = Readonly<{ default: ComponentType }>;

/** Vite puts the code of each file into a chunk of its own, loaded when its function is called. */
const sources = import.meta.glob<Screen>([
  "./features/**/*-screen.tsx",
  "./app/{account,settings,two-factor}-page.tsx",
]);

/** The platform's screens use icons that no shop needs. */
export async function addPlatformIcons(): Promise<void> {
  addIcons((await import("#web/ui/icon/platform-icons.ts")).platformIcons);
}

export async function loadScreen({ screen, area }: Page): Promise<Screen> {
  const load = sources[`./${screen}`];
  if (load === undefined) throw new Error(`no screen at web/${screen}`);
  const [loaded] = await Promise.all([load(), area === "platform" && addPlatformIcons()]);
  return loaded;
}

const screens = new Map(
  pageList.map((page) => [page, createElement(lazy(() => loadScreen(page)))]),
);

export const screenOf = (page: Page): ReactElement | undefined => screens.get(page);
