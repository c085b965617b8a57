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

/** All files that the entry and these modules load at once, in order. */
export function assetsOf(manifest: Manifest, modules: readonly string[]): Assets {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true);
  const closure = new Set<string>();
  const visit = (key: string) => {
    if (closure.has(key) || manifest[key] === undefined) return;
    closure.add(key);
    manifest[key].imports?.forEach(visit);
  };
  [...entries, ...modules].forEach(visit);

  const chunks = [...closure].flatMap((key) => manifest[key] ?? []);
  return {
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
    scripts: [...new Set(chunks.map(({ file }) => file))],
  };
}
