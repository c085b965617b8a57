import type { Ids, Row } from "./row.ts";
import { encoded, toQuery } from "./to-query.ts";

type Parameters = Readonly<Record<string, string | undefined>>;

/** The URL of a row: its own path and parameters, some of them replaced. */
export function toUrl(
  pattern: string,
  row: Row,
  ids: Ids,
  replaced: Readonly<{ path?: Parameters; query?: Parameters }> = {},
): string {
  const path: Parameters = { ...row.path?.(ids), ...replaced.path };
  const filled = pattern.replace(/:(\w+)/g, (_, name: string) => encoded(path[name] ?? ""));
  return filled + toQuery({ ...row.query?.(ids), ...replaced.query });
}

export const pathNames = (pattern: string): string[] =>
  [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
