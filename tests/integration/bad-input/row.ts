import type { Role } from "#tests/integration/command-api/routes/identities.ts";

import type { Kind } from "./bad-values.ts";

/** Things in the caller's tenant, created for each route by `furnish.ts`. */
export type Ids = Readonly<
  Record<
    | "product"
    | "picture"
    | "customer"
    | "sale"
    | "session"
    | "staff"
    | "till"
    | "issue"
    | "tenant"
    | "ownerEmail",
    string
  >
>;

/** The kinds of things that a route may name by an id. */
export type Named =
  | "product"
  | "picture"
  | "customer"
  | "sale"
  | "session"
  | "staff"
  | "till"
  | "issue";

/** What a route accepts, and what may be wrong with it. */
export type Row = Readonly<{
  /** `open`: public. `any`: all signed-in users. `platform`: super admins. */
  portal: "tenant" | "any" | "open" | "platform";
  wrongRole?: Role;
  /** Values for `:id` and other parameters of the path. */
  path?: (ids: Ids) => Readonly<Record<string, string>>;
  body?: (ids: Ids) => object;
  query?: (ids: Ids) => Readonly<Record<string, string>>;
  /** Paths into the body. */
  fields?: Readonly<Record<string, Kind>>;
  parameters?: Readonly<Record<string, Kind>>;
  /** Which of the other tenant's ids to put where: in the path, in the query or in the body. */
  foreign?: Readonly<Record<string, Named>>;
  /** A version 1 route refuses unknown fields, a legacy route drops them. */
  isStrict?: boolean;
  /**
   * The status of the valid request where its precondition is not in a table, such as the code of
   * an authenticator app or the key of a till.
   */
  answers?: 403 | 404 | 409;
  /** It accepts bodies of more than 64 kB. */
  takesLargeBodies?: boolean;
  /** The act cannot be repeated, so the row sends it once. */
  isLast?: boolean;
}>;

export type Rows = Readonly<Record<string, Row>>;
