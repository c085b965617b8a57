import { dictionary } from "@zxcvbn-ts/language-common";

/** The list is ordered by how often a password occurs in leaks. */
const MOST_COMMON = 3_000;
const COMMON: ReadonlySet<string> = new Set(dictionary["passwords-common"].slice(0, MOST_COMMON));

/** Warns about an allowed but weak password. Never refuses it. */
export function passwordWarning(password: string, businessName?: string): string | undefined {
  if (COMMON.has(password.toLowerCase())) {
    return "This is one of the most common passwords.";
  }
  const isName = businessName !== undefined && plain(password) === plain(businessName);
  return isName ? "This password is the name of your business." : undefined;
}

const plain = (text: string): string => text.normalize("NFC").toLowerCase().replace(/\s/g, "");
