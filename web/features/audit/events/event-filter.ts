import { useSearchParams } from "wouter";
import * as z from "zod/mini";

import { AuditEventType } from "#kernel/contract/api/audit.ts";

const Amount = z.string().check(z.regex(/^\d{1,7}(?:\.\d{1,2})?$/));
const Id = z.string().check(z.minLength(1), z.maxLength(100));

/** Filters of the event browser, with the same names in the URL and the API. */
const FIELDS = {
  type: AuditEventType,
  person: Id,
  product: Id,
  customer: Id,
  sale: Id,
  min: Amount,
  max: Amount,
  from: z.iso.date(),
  to: z.iso.date(),
} as const;

export type FilterName = keyof typeof FIELDS;
export type EventFilter = Readonly<Partial<Record<FilterName, string>>>;

const FILTER_NAMES = [
  "type",
  "person",
  "product",
  "customer",
  "sale",
  "min",
  "max",
  "from",
  "to",
] as const satisfies readonly FilterName[];

/** Reads the filter from the URL and ignores invalid values. */
function filterOf(params: URLSearchParams): EventFilter {
  const filter: Partial<Record<FilterName, string>> = {};
  for (const name of FILTER_NAMES) {
    const { data } = FIELDS[name].safeParse(params.get(name));
    if (data !== undefined) filter[name] = data;
  }
  return filter;
}

export const filterText = (filter: EventFilter): string => new URLSearchParams(filter).toString();

/** Subjects an event can have. */
export const ABOUT = ["product", "customer", "sale"] as const;
export type About = (typeof ABOUT)[number];

/** Keeps the filter in the URL, so that Back, reload and links preserve it. */
export function useEventFilter() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const change = (changes: EventFilter) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const clear = () => change(Object.fromEntries(FILTER_NAMES.map((name) => [name, ""])));
  return { filter, narrowed: Object.keys(filter).length > 0, change, clear };
}

export type EventFilterState = ReturnType<typeof useEventFilter>;
