import { links } from "#web/links.ts";

export const siteLinks = [
  { label: "Home", href: links.home() },
  { label: "Features", href: links.features() },
  { label: "Pricing", href: links.pricing() },
  { label: "About", href: links.about() },
  { label: "Contact", href: links.contact() },
] as const;

export const HOURS = [
  { day: "Mon-Fri", hours: "9-18" },
  { day: "Sat", hours: "10-16" },
  { day: "Sun", hours: "closed" },
] as const;
export const TRIAL = "14-day free trial. No credit card needed.";

/** Placeholder addresses; replace them when you run your own platform. */
export const HELLO = "hello@tillbook.example";
export const CAREERS = "careers@tillbook.example";
