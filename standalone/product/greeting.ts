import { DEMO_SHOPS } from "#standalone/demo/catalogue.ts";
import type { Demo } from "#standalone/demo/sign-ins.ts";

type Options = Readonly<{
  hasMailbox?: boolean;
  /** The super admin of the settings, who takes the place of the demo's. */
  adminEmail?: string | undefined;
}>;

/** The address and the sign-ins, for the person at the terminal. */
export function greeting(
  url: string,
  demo: Demo | undefined,
  { hasMailbox = false, adminEmail }: Options = {},
): string {
  const lines = [``, `Tillbook is running at ${url}`, ``];
  if (demo) lines.push(...signIns(url, demo, adminEmail), ``);
  if (hasMailbox) lines.push(mailsAt(url), ``);
  lines.push(`Ctrl-C stops it.`, ``);
  return lines.join("\n");
}

const OWN_PASSWORD = "(SUPER_ADMIN_PASSWORD)";

const mailsAt = (url: string): string =>
  `Emails are not sent. The super admin reads them at ${url}/dev/mails`;

function signIns(url: string, demo: Demo, adminEmail: string | undefined): string[] {
  const owners = DEMO_SHOPS.map(({ key, businessName }) => ({
    who: businessName,
    ...demo.owners[key],
  }));
  // A password that a person chose is not printed.
  const admin = adminEmail ? { email: adminEmail, password: OWN_PASSWORD } : demo.superAdmin;
  const people = [...owners, { who: "Super admin", ...admin }];
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
