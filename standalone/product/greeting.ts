import { DEMO_SHOPS } from "#standalone/demo/catalogue.ts";
import type { Demo } from "#standalone/demo/sign-ins.ts";

/** The address and the sign-ins, for the person at the terminal. */
export function greeting(url: string, demo: Demo | undefined, hasMailbox = false): string {
  const lines = [``, `Tillbook is running at ${url}`, ``];
  if (demo) lines.push(...signIns(url, demo), ``);
  if (hasMailbox) lines.push(mailsAt(url), ``);
  lines.push(`Ctrl-C stops it.`, ``);
  return lines.join("\n");
}

const mailsAt = (url: string): string =>
  `Emails are not sent. The super admin reads them at ${url}/dev/mails`;

function signIns(url: string, demo: Demo): string[] {
  const owners = DEMO_SHOPS.map(({ key, businessName }) => ({
    who: businessName,
    ...demo.owners[key],
  }));
  const people = [...owners, { who: "Super admin", ...demo.superAdmin }];
  const width = Math.max(...people.map(({ who }) => who.length));
  const mail = Math.max(...people.map(({ email = "" }) => email.length));
  return [
    `Demo sign-ins (random, kept in this data folder):`,
    ...people.map(
      ({ who, email = "", password = "" }) =>
        `  ${who.padEnd(width)}  ${email.padEnd(mail)}  ${password}`,
    ),
    `The super admin signs in at ${url}/auth/super-admin`,
  ];
}
