const SECRET_KEY =
  /password|passwd|secret|(?:token|cookie|authorization|email|phone|address|firstname|lastname|fullname|customername|username|privatekey|apikey|totp)$|^ip$/;

const isSecretKey = (key: string) => SECRET_KEY.test(key.toLowerCase().replace(/[_-]/g, ""));

const HIDDEN = "[redacted]";
const LONGEST_TEXT = 8_192;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g, "[token]"],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]+/gi, "$1 [token]"],
  [/\/\/[^/@\s]{1,200}@/g, "//[credentials]@"],
  [/[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})*/g, "[email]"],
  // Phone and card numbers. The lookarounds spare UUIDs, times and addresses.
  [/(?<![\w.-])\+?\d(?:[ ()-]{0,2}\d){8,18}(?![\w-])/g, "[number]"],
];

const redactText = (text: string): string =>
  PATTERNS.reduce(
    (scrubbed, [pattern, mark]) => scrubbed.replace(pattern, mark),
    text.slice(0, LONGEST_TEXT),
  );

/** Removes secrets and personal data from a JSON value at any depth. */
export function redact(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(redact);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecretKey(key) ? HIDDEN : redact(item)]),
  );
}
