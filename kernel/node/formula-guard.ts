/** Signs that begin a formula, as plain characters and in full width. */
const SIGN = "[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]";

/** A spreadsheet takes a text that begins like this for a formula, or drops what comes first. */
const AT_START = new RegExp(String.raw`^'*\s*${SIGN}|^'*[\t\r\n\0]`);
/** Read with another separator, or without its quotes, a text has cells of its own. */
const AFTER_SEPARATOR = new RegExp(String.raw`([;\t\r\n] *)(?='*${SIGN})`, "g");
const GUARDED_AFTER_SEPARATOR = new RegExp(String.raw`([;\t\r\n] *)'(?='*${SIGN})`, "g");

/**
 * The text with an apostrophe before each formula that a spreadsheet could find in it. A text that
 * has apostrophes there gets one more, so that `withoutGuard` always returns the first text.
 */
export function withGuard(text: string): string {
  const guarded = text.replace(AFTER_SEPARATOR, "$1'");
  return AT_START.test(guarded) ? `'${guarded}` : guarded;
}

export function withoutGuard(text: string): string {
  const bare = text.startsWith("'") && AT_START.test(text.slice(1)) ? text.slice(1) : text;
  return bare.replace(GUARDED_AFTER_SEPARATOR, "$1");
}
