import { ROLES } from "#tests/integration/command-api/routes/identities.ts";

/*
 * The isolation matrix. Every route of both routers has a cell here: what it answers to each identity of the table
 * of rights. A route without one fails `matrix.test.ts`, and so does a cell without a route.
 *
 * To add a route: write its row in `bad-input/rows/<area>.ts` (what a right request looks like) and its cell in
 * `tenant-isolation/cells/<area>.ts`:
 *
 *   "command POST /api/products.php": by("add a product"),      the row of the table of rights that applies
 *   "command POST /auth/login.php": anybody(),
 *   "query GET /api/v1/platform/mails": platform(),
 *   "command POST /api/v1/logout": by("oneself", { super_admin: "ok", support: "ok" }),      with its exceptions
 *
 * A role with the right gets 2xx. A role without it gets 403, and nothing is written. The other identities follow:
 * anonymous, expired and suspended get 401, super_admin 403. A support session may read the dashboard, reports and
 * lists, and gets 403 for everything else. The other tenant's owner sends the ids of this tenant: 404 if the row has
 * `foreign` ids, else an answer about their own tenant.
 */

export const IDENTITIES = [
  ...ROLES,
  "anonymous",
  "foreign owner",
  "suspended",
  "super_admin",
  "support",
  "expired",
] as const;
export type Identity = (typeof IDENTITIES)[number];

/**
 * `reads`: ok for a GET, else 403. `own`: 404 if the request names things of this tenant, else ok.
 */
export type Outcome = "ok" | "reads" | "own" | 401 | 403 | 404 | 409;
export type Cell = Readonly<Record<Identity, Outcome>>;
export type Cells = Readonly<Record<string, Cell>>;

/** The table of rights: o owner, m manager, c cashier, s stock keeper, a accountant, u auditor. */
const HOLDERS = {
  "record a sale": "omc",
  "void a sale": "om",
  oversell: "om",
  "add a product": "om",
  "edit a product": "oms",
  "move stock": "oms",
  "write a customer": "omc",
  "archive a customer": "om",
  "erase a customer": "om",
  "see contacts": "omca",
  "copy receipts": "omcsa",
  "see the dashboard": "omauc",
  "see reports": "omau",
  "see lists": "omcsau",
  export: "oau",
  "read business settings": "omcsau",
  "change business settings": "o",
  "notification settings": "om",
  "manage tills": "om",
  approve: "om",
  "resolve issues": "om",
  oneself: "omcsau",
  "run the business": "o",
  audit: "oau",
  "see who looked": "o",
} as const;

const LETTERS = {
  owner: "o",
  manager: "m",
  cashier: "c",
  stock_keeper: "s",
  accountant: "a",
  auditor: "u",
} as const;

type Exceptions = Readonly<Partial<Cell>>;

/** Support sees the tenant's screens, but no personal data and no downloads. */
const SHOWN_TO_SUPPORT = new Set<string>(["see the dashboard", "see reports", "see lists"]);

const STRANGERS = { anonymous: 401, suspended: 401, expired: 401 } as const;

export function by(right: keyof typeof HOLDERS, exceptions: Exceptions = {}): Cell {
  const of = (role: keyof typeof LETTERS) => (HOLDERS[right].includes(LETTERS[role]) ? "ok" : 403);
  return {
    owner: of("owner"),
    manager: of("manager"),
    cashier: of("cashier"),
    stock_keeper: of("stock_keeper"),
    accountant: of("accountant"),
    auditor: of("auditor"),
    ...STRANGERS,
    "foreign owner": "own",
    super_admin: 403,
    support: SHOWN_TO_SUPPORT.has(right) ? "reads" : 403,
    ...exceptions,
  };
}

const alike = (outcome: Outcome) => ({
  owner: outcome,
  manager: outcome,
  cashier: outcome,
  stock_keeper: outcome,
  accountant: outcome,
  auditor: outcome,
  "foreign owner": outcome,
  support: outcome,
});

/** Super admins only. */
export const platform = (exceptions: Exceptions = {}): Cell => ({
  ...alike(403),
  ...STRANGERS,
  super_admin: "ok",
  ...exceptions,
});

/** No one: a till signs the request, and a session does not help. */
export const TILLS_ONLY: Cell = {
  ...alike(403),
  anonymous: 403,
  suspended: 403,
  expired: 403,
  super_admin: 403,
};

/** Anyone, with or without a session. */
export const anyone = (exceptions: Exceptions = {}): Cell => ({
  ...alike("ok"),
  anonymous: "ok",
  suspended: "ok",
  expired: "ok",
  super_admin: "ok",
  ...exceptions,
});
