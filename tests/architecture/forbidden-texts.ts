type ForbiddenText = { what: string; pattern: RegExp; inFiles: RegExp };

const CODE = /\.(ts|tsx|sql|sh|mjs)$/;
const ANY = /./;

/** Each pattern is written so that it does not match its own source. */
export const FORBIDDEN_TEXTS: readonly ForbiddenText[] = [
  { what: "work left as a marker", pattern: /\b(T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/, inFiles: CODE },
  {
    what: "a skipped, focused or empty test",
    pattern: /\b(?:it|test|describe|suite)\.(?:skip|only|todo|fails|skipIf|runIf)\b/,
    inFiles: /\.tsx?$/,
  },
  { what: "a check switched off", pattern: /@ts-(?:ignore|expect-error|nocheck)\b/, inFiles: CODE },
  {
    what: "a lint rule switched off without its reason",
    pattern: /(?:ox|es)lint-disable(?!.* -- \S)/,
    inFiles: /\.tsx?$/,
  },
  {
    what: "a place outside the repository",
    pattern: /(?:\.\.|work)\/shared\b|\bshared\/[a-z]|[/]work[/]|[.]library\b|\bhouse[-]style\b/,
    inFiles: ANY,
  },
];

export function forbiddenTexts(path: string, text: string): string[] {
  const rules = FORBIDDEN_TEXTS.filter(({ inFiles }) => inFiles.test(path));
  return text
    .split("\n")
    .flatMap((line, index) =>
      rules
        .filter(({ pattern }) => pattern.test(line))
        .map(({ what }) => `${path}:${index + 1} holds ${what}: ${line.trim()}`),
    );
}
