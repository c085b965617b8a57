type ForbiddenText = { what: string; pattern: RegExp; inFiles: RegExp };

const CODE = /\.(ts|tsx|sql|sh|mjs)$/;
const ANY = /./;
const BESIDE_THE_THEME = /^web\/(?!theme\/).*\.tsx?$/;

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
    what: "a colour outside the theme",
    pattern: /["'`\s(,]#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w/-])/i,
    inFiles: BESIDE_THE_THEME,
  },
  {
    what: "a colour by its parts outside the theme",
    pattern: /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|\bcolor\((?:srgb|display-p3)\b/i,
    inFiles: BESIDE_THE_THEME,
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
