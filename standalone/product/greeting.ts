import { DEMO_SHOPS } from "#standalone/demo/catalogue.ts";
import type { GreetedAdmin } from "#standalone/demo/greeted-admin.ts";
import type { Demo } from "#standalone/demo/sign-ins.ts";

type Options = Readonly<{
  hasMailbox?: boolean;
  admin?: GreetedAdmin | undefined;
}>;

/** The address and the sign-ins, for the person at the terminal. */
export function greeting(
  url: string,
  demo: Demo | undefined,
  { hasMailbox = false, admin = {} }: Options = {},
): string {
  const lines = [``, `Tillbook is running at ${url}`, ``];
  if (demo) lines.push(...signIns(url, demo, admin), ``);
  if (hasMailbox) lines.push(mailsAt(url), ``);
  lines.push(`Ctrl-C stops it.`, ``);
  return lines.join("\n");
}

const mailsAt = (url: string): string =>
  `Emails are not sent. The super admin reads them at ${url}/dev/mails`;

function signIns(url: string, demo: Demo, { signIn, note }: GreetedAdmin): string[] {
  const owners = DEMO_SHOPS.map(({ key, businessName }) => ({
    who: businessName,
    ...demo.owners[key],
  }));
  const people = [...owners, ...(signIn ? [{ who: "Super admin", ...signIn }] : [])];
  const width = Math.max(...people.map(({ who }) => who.length));
  const mail = Math.max(...people.map(({ email = "" }) => email.length));
  return [
    `Demo sign-ins (random, kept in this data folder):`,
    ...people.map(
      ({ who, email = "", password = "" }) =>
        `  ${who.padEnd(width)}  ${email.padEnd(mail)}  ${password}`,
    ),
    ...(note === undefined ? [] : [note]),
    `The super admin signs in at ${url}/auth/super-admin`,
  ];
}
