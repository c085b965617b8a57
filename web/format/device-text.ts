const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;

const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Mac OS", "Mac"],
  ["Linux", "Linux"],
] as const;

const PHONES = /Android.*Mobile|iPhone|iPod/;

/** What screens call the device with this user agent. */
export const deviceWord = (agent: string): "phone" | "device" =>
  PHONES.test(agent) ? "phone" : "device";

type Names = readonly (readonly [sign: string, name: string])[];

const nameIn = (agent: string, names: Names): string | undefined =>
  names.find(([sign]) => agent.includes(sign))?.[1];

const LONGEST = 60;

/** "Chrome on Android": a short name made from a user agent. */
export function deviceText(agent: string | null): string {
  if (agent === null || agent.trim() === "") return "Unknown device";
  const browser = nameIn(agent, BROWSERS);
  const system = nameIn(agent, SYSTEMS);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  return agent.length > LONGEST ? `${agent.slice(0, LONGEST)}…` : agent;
}
