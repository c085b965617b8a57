import { humanTexts } from "./human-texts.ts";

export type ForbiddenWord = Readonly<{ pattern: RegExp; instead: string }>;

/**
 * Words that this project does not use in comments, test names, strings, screens and docs: riddles, archaic words, and
 * second words for a thing that has its own. Only words without a good use are listed, so nothing has to be excused.
 */
export const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [
  { pattern: /\b(?:whoever|whomever)\b/i, instead: "anyone who, or the person's role" },
  { pattern: /\b(?:no|some|every)body\b/i, instead: "no one, someone, everyone, or the role" },
  { pattern: /\b(?:anew|afresh)\b/i, instead: "again" },
  { pattern: /\bbeforehand\b/i, instead: "before, in advance" },
  { pattern: /\bfor want of\b/i, instead: "without, because there is no" },
  { pattern: /\b(?:stands?|stood)\b(?! for\b| in for\b|-in\b|-alone\b)/i, instead: "is" },
  { pattern: /\bstanding\b/i, instead: "state, role, existing" },
  { pattern: /\bany\s?more\b(?=\s*(?:[.,;:!?)]|$))|\banymore\b/i, instead: "no longer" },
  { pattern: /\bfor ever\b/i, instead: "forever, permanently" },
  {
    pattern: /\b(?:an?|each|every|next|first|last|one|another)\s+looks?\b/i,
    instead: "view, access, check",
  },
  { pattern: /\btold\b(?! apart\b)/i, instead: "notified, shown, says" },
  { pattern: /\bon (?:its|their) own account\b/i, instead: "by itself" },
  { pattern: /\b(?<!npm run )houses?\b(?!\.(?:test\.)?ts)/, instead: "business, installation" },
  { pattern: /\bgoods\b/i, instead: "products, stock" },
  { pattern: /\b(?:wherefrom|whence|thereof|whereof)\b/i, instead: "from where, of it" },
  { pattern: /\bbehind it\b/i, instead: "after it" },
  { pattern: /\bone's\b/i, instead: "their, your, its" },
  { pattern: /\bin vain\b/i, instead: "without result, failed" },
  { pattern: /\bdoors?\b/i, instead: "route, port, entry point" },
  { pattern: /\bwalls\b/i, instead: "isolation" },
  { pattern: /\bnews\b/i, instead: "notifications, changes" },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: "fix" },
  { pattern: /\b(?:takes?|taken|took|taking) back\b/i, instead: "revert, cancel, undo" },
];

/** Texts that are quoted to the letter from the product's specification, and this list. */
const QUOTED = new Set([
  "kernel/contract/texts.ts",
  "tests/architecture/forbidden-words.ts",
  "tests/architecture/forbidden-words.test.ts",
]);

/** Each use of a forbidden word, as `path:line "word": use ...`. */
export function forbiddenWords(path: string, source: string): string[] {
  if (QUOTED.has(path)) return [];
  return humanTexts(path, source).flatMap(({ line, text }) =>
    FORBIDDEN_WORDS.flatMap(({ pattern, instead }) =>
      [...text.matchAll(acrossLines(pattern))].map(({ 0: word, index }) => {
        const at = line + (text.slice(0, index).match(/\n/g) ?? []).length;
        return `${path}:${at}\t"${word.replaceAll(/\s+/g, " ")}", use: ${instead}`;
      }),
    ),
  );
}

/** A comment may break its line between any two words. */
const acrossLines = ({ source, flags }: RegExp): RegExp =>
  new RegExp(source.replaceAll(" ", "\\s+"), `${flags}g`);
