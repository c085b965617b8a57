import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { badValues } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import type { Ids } from "#tests/integration/bad-input/row.ts";
import { pathNames, toUrl } from "#tests/integration/bad-input/to-url.ts";
import type { Answer, AskOptions } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";

import { MARKER_START, markersIn } from "./markers.ts";

export type Ask = (method: "GET", url: string, asking: AskOptions) => Promise<Answer>;

export type Found = Readonly<{ url: string; marker: string }>;

/** Valid values for parameters that only filter a list. */
const NARROWED: readonly Readonly<Record<string, string>>[] = [
  {},
  { limit: "100", page: "1" },
  { period: "7" },
  { period: "365" },
  { search: MARKER_START },
  { sort: "name" },
];

/**
 * The URLs a reader may request from a route: its own things, the other tenant's, and every form of
 * a list.
 */
export function urlsOf(route: string, own: Ids, foreign: Ids): string[] {
  const { url, row, parameters } = casesOf(route);
  const takes = (name: string): boolean => parameters.some(([known]) => known === name);
  const narrowed = NARROWED.filter((query) => Object.keys(query).every(takes));
  const wrong = parameters.flatMap(([name, kind]) =>
    badValues(kind)
      .slice(0, 3)
      .flatMap(([, value]) => (typeof value === "string" ? [{ [name]: value }] : [])),
  );
  const isNamed = pathNames(url).length > 0 || row.query !== undefined;
  return [own, ...(isNamed ? [foreign] : [])].flatMap((ids) =>
    [...narrowed, ...wrong].map((query) => toUrl(url, row, ids, { query })),
  );
}

/** The tenant condition in the text of a query. */
export const CONDITION = /(?:\w+\.)?tenant_id = \$1/g;

/** Everything of an answer that the client sees. */
export const textsOf = ({ text, headers }: Answer): string => `${text}\n${JSON.stringify(headers)}`;

const AT_ONCE = 8;

/** Requests all of it as one reader. Returns the foreign markers seen and the number of answers. */
export async function crawl(
  ask: Ask,
  urls: readonly string[],
  readers: readonly Identity[],
): Promise<Readonly<{ answers: number; done: number; found: Found[] }>> {
  const errands = readers.flatMap((as) => urls.map((url) => ({ as, url })));
  const found: Found[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let errand = errands[next++]; errand; errand = errands[next++]) {
      const { as, url } = errand;
      const answer = await ask("GET", url, { as });
      if (answer.status === 200) done += 1;
      found.push(...markersIn(textsOf(answer)).map((marker) => ({ url, marker })));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { answers: errands.length, done, found };
}

export const readsOf = ({ routes }: Apis): string[] =>
  routes.filter(
    (route) => route.startsWith("query GET") && casesOf(route).row.portal !== "platform",
  );
