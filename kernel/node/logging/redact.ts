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
  // Phone and card numbers; the guards on both sides leave UUIDs, times and addresses alone.
  [/(?<![\w.-])\+?\d(?:[ ()-]{0,2}\d){8,18}(?![\w-])/g, "[number]"],
];

const redactText = (text: string): string =>
  PATTERNS.reduce(
    (scrubbed, [pattern, mark]) => scrubbed.replace(pattern, mark),
    text.slice(0, LONGEST_TEXT),
  );

/** Takes secrets and personal data out of a JSON value, whoever put them there and however deep (O-11). */
export function redact(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(redact);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isSecretKey(key) ? HIDDEN : redact(item)]),
  );
}
