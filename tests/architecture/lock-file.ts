import * as z from "zod/mini";

const Entry = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  hasInstallScript: z.optional(z.boolean()),
  link: z.optional(z.boolean()),
});
export const LockFile = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), Entry),
});
export type LockFile = z.infer<typeof LockFile>;

const REGISTRY = "https://registry.npmjs.org/";
const HASH = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Whether npm may run a package's install scripts, as package.json says. */
export type AllowScripts = Readonly<Record<string, boolean>>;

export const installed = ({ packages }: LockFile) =>
  Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, entry]) => ({
      ...entry,
      name: path.slice(path.lastIndexOf("node_modules/") + 13),
    }));

/** What an attacker could use: another source, no hash, a script that runs at the installation. */
export function lockFileProblems(lock: LockFile, allowed: AllowScripts): string[] {
  return installed(lock).flatMap(({ name, ...entry }) => [
    ...(comesFromRegistry(entry) ? [] : [`${name} is not from the registry: ${entry.resolved}`]),
    ...(HASH.test(entry.integrity ?? "") ? [] : [`${name} has no SHA-512 hash`]),
    ...(entry.hasInstallScript === true && allowed[name] !== false
      ? [`${name} runs a script when it is installed`]
      : []),
  ]);
}

/** Without an address, npm takes the registry of its settings, which .npmrc does not change. */
const comesFromRegistry = ({ resolved, link }: z.infer<typeof Entry>): boolean =>
  link !== true && (resolved === undefined || resolved.startsWith(REGISTRY));
