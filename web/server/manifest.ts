import * as z from "zod/mini";

/** Vite's manifest: the files that each source file needs. */
const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
);
export type Manifest = z.infer<typeof Manifest>;

export const parseManifest = (text: string): Manifest => Manifest.parse(JSON.parse(text));

export type Assets = Readonly<{ styles: readonly string[]; scripts: readonly string[] }>;

/**
 * All files that the entry and these modules load at once, each after those that it imports: the
 * rules of a style sheet must come after the rules that they override.
 */
export function assetsOf(manifest: Manifest, modules: readonly string[]): Assets {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  const seen = new Set<string>();
  const chunks: Manifest[string][] = [];
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (seen.has(key) || chunk === undefined) return;
    seen.add(key);
    chunk.imports?.forEach(visit);
    chunks.push(chunk);
  };
  [...entries, ...modules].forEach(visit);

  return {
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
    scripts: [...new Set(chunks.map(({ file }) => file))],
  };
}
