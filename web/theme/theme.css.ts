import {
  createGlobalTheme,
  createGlobalThemeContract,
  createGlobalVar,
  globalFontFace,
  globalStyle,
} from "@vanilla-extract/css";

import { DARK_DEVICE, STILL } from "./media.ts";
import { dark, light } from "./palette.ts";

const kebab = (name: string): string =>
  name.replace(/[A-Z0-9]+/g, (part) => `-${part.toLowerCase()}`);
const named = (_value: string | null, path: readonly string[]): string => kebab(path.join("-"));

/** Colours change with the theme. Components use colours only through this contract. */
export const color = createGlobalThemeContract(light, named);

globalStyle(":root", { colorScheme: "light dark" });
createGlobalTheme(":root", color, light);
globalStyle(':root:not([data-theme="light"])', {
  "@media": { [DARK_DEVICE]: { vars: varsOf(dark) } },
});
globalStyle(':root[data-theme="light"]', { colorScheme: "light" });
// Only on screens: paper is white.
globalStyle(':root[data-theme="dark"]', {
  "@media": { screen: { colorScheme: "dark", vars: varsOf(dark) } },
});

function varsOf(palette: typeof light): Record<string, string> {
  return Object.fromEntries(
    Object.entries(palette).map(([name, value]) => [`--${kebab(name)}`, value]),
  );
}

/** The side margin of the page. The shell and dialogs set it; panels extend across it. */
export const gutter = createGlobalVar("gutter");

/** The background of controls, by default the surface colour. Dialogs and drop panels set it. */
export const ground = createGlobalVar("ground");

/** 6, 10 and 14 are only for the inside of controls and rows. */
export const space = {
  2: "2px",
  4: "4px",
  6: "6px",
  8: "8px",
  10: "10px",
  12: "12px",
  14: "14px",
  16: "16px",
  20: "20px",
  24: "24px",
  32: "32px",
  48: "48px",
} as const;

export const radius = {
  badge: "6px",
  control: "10px",
  card: "12px",
  sheet: "16px",
  pill: "999px",
} as const;

const SYSTEM = "system-ui, sans-serif";

/**
 * Text that people type uses `text`, which has every letter; headings, buttons and amounts use
 * `figures`.
 */
export const face = { text: SYSTEM, figures: `"Figtree Till", ${SYSTEM}` } as const;

export const weight = { text: 400, label: 500, strong: 600, figure: 650 } as const;

/** Font size and line height in rem, named by the size in px. */
export const type = {
  12: ".75rem/1rem",
  13: ".8125rem/1.125rem",
  15: ".9375rem/1.375rem",
  16: "1rem/1.5rem",
  18: "1.125rem/1.5rem",
  20: "1.25rem/1.75rem",
  22: "1.375rem/1.75rem",
  24: "1.5rem/1.75rem",
  28: "1.75rem/2.125rem",
  34: "2.125rem/2.5rem",
  40: "2.5rem/2.75rem",
  56: "3.5rem/3.75rem",
  72: "4.5rem/5rem",
} as const;

/** 44 is the smallest touch target (WCAG 2.5.5); 48 and more for frequent controls. */
export const size = {
  touch: "44px",
  field: "48px",
  formButton: "52px",
  pay: "56px",
  topbar: "56px",
  tabbar: "60px",
  sidebar: "248px",
} as const;

export const layer = {
  header: 10,
  bottom: 20,
  side: 30,
  overlay: 40,
  dialog: 50,
  toast: 60,
} as const;

export const motion = createGlobalTheme(":root", {
  ease: "cubic-bezier(.2, 0, 0, 1)",
  press: "120ms",
  in: "180ms",
  out: "140ms",
});

globalStyle(":root", {
  "@media": {
    [STILL]: { vars: { [motion.press]: "0ms", [motion.in]: "0ms", [motion.out]: "0ms" } },
  },
});

globalFontFace("Figtree Till", {
  src: 'url("/fonts/figtree-till.woff2") format("woff2")',
  fontWeight: "500 700",
  fontStyle: "normal",
  // Optional, so that a late font causes no layout shift.
  fontDisplay: "optional",
});
