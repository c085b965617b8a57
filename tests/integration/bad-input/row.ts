import type { Role } from "#tests/integration/command-api/routes/two-tenants.ts";

import type { Kind } from "./bad-values.ts";

/** What stands in the shop that asks, made anew for each route by `furnish.ts`. */
export type Ids = Readonly<
  Record<"product" | "customer" | "sale" | "session" | "staff" | "tenant" | "ownerEmail", string>
>;

/** The kinds of things that a route may name by an id. */
export type Named = "product" | "customer" | "sale" | "session" | "staff";

/** What a route takes, and what may be wrong with it. */
export type Row = Readonly<{
  /** `open`: anybody may ask. `any`: whoever is signed in, at whichever portal. `platform`: the super admin. */
  door: "tenant" | "any" | "open" | "platform";
  wrongRole?: Role;
  /** What stands for `:id` and the like in the path. */
  path?: (ids: Ids) => Readonly<Record<string, string>>;
  body?: (ids: Ids) => object;
  query?: (ids: Ids) => Readonly<Record<string, string>>;
  /** Paths into the body. */
  fields?: Readonly<Record<string, Kind>>;
  parameters?: Readonly<Record<string, Kind>>;
  /** Which of the other shop's ids stands where: in the path, in the query or in the body. */
  foreign?: Readonly<Record<string, Named>>;
  /** A route of version 1 refuses fields it does not know, a legacy one drops them (R53). */
  isStrict?: boolean;
  /** Of the right request where what it needs is nowhere near a table, such as the code of a phone or a failed mail. */
  answers?: 404 | 409;
  /** A row that asks once: what it did cannot be done twice. */
  isLast?: boolean;
}>;

export type Rows = Readonly<Record<string, Row>>;
