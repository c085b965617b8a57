import { dictionary } from "@zxcvbn-ts/language-common";

/** The first that are tried, as leaks have them; the list is ordered by how often. */
const MOST_COMMON = 3_000;
const COMMON: ReadonlySet<string> = new Set(dictionary["passwords-common"].slice(0, MOST_COMMON));

/** What is unwise about a password that is allowed: a warning, not a refusal (R32). */
export function passwordWarning(password: string, businessName?: string): string | undefined {
  if (COMMON.has(password.toLowerCase())) {
    return "This password is one of the first that a stranger would try.";
  }
  const isName = businessName !== undefined && plain(password) === plain(businessName);
  return isName ? "This password is the name of your business." : undefined;
}

const plain = (text: string): string => text.normalize("NFC").toLowerCase().replace(/\s/g, "");
