/** Put in by the build, a word a line. */
declare const COMMON_PASSWORDS: string;

const COMMON: ReadonlySet<string> = new Set(COMMON_PASSWORDS.split("\n"));

const plain = (text: string): string => text.normalize("NFC").toLowerCase().replaceAll(/\s/g, "");

export type PasswordAdviceProps = Readonly<{
  password: string;
  /** The name of the business that is registered, which is easily guessed. */
  businessName?: string | undefined;
}>;

/** What is said below a new password while it is typed. A common one is allowed. */
export function PasswordAdvice({ password, businessName = "" }: PasswordAdviceProps) {
  const isName = plain(password) !== "" && plain(password) === plain(businessName);
  if (isName) return "That's the name of your business. Choose a stronger password.";
  if (COMMON.has(password.toLowerCase())) {
    return "That's a common password. Choose a stronger one.";
  }
  return "At least 8 characters.";
}
