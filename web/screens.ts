import { createElement, lazy, type ComponentType, type ReactElement } from "react";

import type { Page } from "#web/pages.ts";

import type * as frameModule from "./app/shell/app-shell.tsx";
import { addIcons } from "./ui/icon/icon.tsx";

type Frame = typeof frameModule;

let frame: Frame | undefined;

/** The frame around the pages of people who are signed in, a chunk of its own. */
export async function loadFrame(): Promise<Frame> {
  frame ??= await import("./app/shell/app-shell.tsx");
  return frame;
}

type Screen = Readonly<{ default: ComponentType }>;

/** Vite puts the code of each file into a chunk of its own, loaded when its function is called. */
const sources = import.meta.glob<Screen>([
  "./features/**/*-screen.tsx",
  "./app/{account,settings,two-factor}-page.tsx",
]);

/** The platform's screens use icons that no shop needs. */
async function addPlatformIcons(): Promise<void> {
  addIcons((await import("#web/ui/icon/platform-icons.ts")).platformIcons);
}

export async function loadScreen(page: Page): Promise<Screen> {
  const { screen, area } = page;
  const load = sources[`./${screen}`];
  if (load === undefined) throw new Error(`no screen at web/${screen}`);
  const [loaded] = await Promise.all([load(), area === "platform" && addPlatformIcons()]);
  loadedScreens.set(page, loaded);
  return loaded;
}

const loadedScreens = new Map<Page, Screen>();
const screens = new Map<Page, ReactElement>();

/**
 * The element of a page. If its code is loaded, it is rendered at once, without a first commit that
 * waits for it. The choice is kept, because another element would be another screen to React.
 */
export function screenOf(page: Page): ReactElement {
  const known = screens.get(page);
  if (known !== undefined) return known;
  const loaded = loadedScreens.get(page)?.default;
  const element = createElement(loaded ?? lazy(() => loadScreen(page)));
  screens.set(page, element);
  return element;
}

const lazyShell = lazy(async () => ({ default: (await loadFrame()).AppShell }));
let chosen: Frame["AppShell"] | typeof lazyShell | undefined;

/** The frame's component, chosen like the element of a page. */
export function shell() {
  chosen ??= frame?.AppShell ?? lazyShell;
  return chosen;
}

export const PlatformShell = lazy(async () => {
  const [{ AppShell }] = await Promise.all([loadFrame(), addPlatformIcons()]);
  return { default: AppShell };
});
