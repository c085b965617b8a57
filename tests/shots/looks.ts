import { DESKTOP, PHONE, type Viewport } from "#tests/kit/browser.ts";

export type ShotLook = Readonly<{ name: string; size: Viewport; scheme: "light" | "dark" }>;

export const LOOKS: readonly ShotLook[] = [
  { name: "phone", size: PHONE, scheme: "light" },
  { name: "phone-dark", size: PHONE, scheme: "dark" },
  { name: "desktop", size: DESKTOP, scheme: "light" },
  { name: "desktop-dark", size: DESKTOP, scheme: "dark" },
];
