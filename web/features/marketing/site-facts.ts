export const HOURS = [
  { day: "Mon-Fri", hours: "9-18" },
  { day: "Sat", hours: "10-16" },
  { day: "Sun", hours: "closed" },
] as const;
export const TRIAL = "14-day free trial. No credit card needed.";

/** Placeholder addresses; replace them when you run your own platform. */
export const HELLO = "hello@tillbook.example";
