import { DESKTOP, PHONE, type Viewport } from "#tests/kit/browser/browser.ts";

export type NamedViewport = Readonly<{
  name: string;
  size: Viewport;
  scheme: "light" | "dark";
  scale: number;
}>;

export const VIEWPORTS: readonly NamedViewport[] = [
  { name: "phone", size: PHONE, scheme: "light", scale: 2 },
  { name: "phone-dark", size: PHONE, scheme: "dark", scale: 2 },
  { name: "desktop", size: DESKTOP, scheme: "light", scale: 1 },
  { name: "desktop-dark", size: DESKTOP, scheme: "dark", scale: 1 },
];
