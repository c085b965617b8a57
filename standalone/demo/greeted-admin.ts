import type { Accounts } from "#command-api/account-store/account-transaction.ts";
import { isSuperAdmin, type SuperAdmin } from "#command-api/super-admin/super-admin.ts";

import type { SignIn } from "./sign-ins.ts";

type Known = Readonly<{
  /** Of the settings, if they name one. */
  ofSettings: SuperAdmin | undefined;
  ofDemo: SuperAdmin;
}>;

export type GreetedAdmin = Readonly<{
  signIn?: SignIn;
  /** Why a super admin that the person may expect is not shown. */
  note?: string;
}>;

/** A password that a person chose is not printed. */
const OWN_PASSWORD = "(SUPER_ADMIN_PASSWORD)";
const NOT_USED =
  "SUPER_ADMIN_EMAIL was not used: it and SUPER_ADMIN_PASSWORD only make the first super admin.";
const UNKNOWN = "The super admin's password was not made by the demo, so it is not shown.";

/**
 * The super admin for the greeting: only one who can sign in. Only the first start makes one, of
 * the settings or of the demo, and a person may have changed the password since.
 */
export async function greetedAdmin(
  accounts: Pick<Accounts, "pool" | "passwords">,
  { ofSettings, ofDemo }: Known,
): Promise<GreetedAdmin> {
  if (ofSettings && (await isSuperAdmin(accounts, ofSettings))) {
    return { signIn: { email: ofSettings.email, password: OWN_PASSWORD } };
  }
  const note = ofSettings ? NOT_USED : UNKNOWN;
  const isDemo = await isSuperAdmin(accounts, ofDemo);
  if (!isDemo) return { note };
  return ofSettings ? { signIn: ofDemo, note } : { signIn: ofDemo };
}
