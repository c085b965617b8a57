import { randomUUID } from "node:crypto";

import type { Row, Rows } from "#tests/integration/bad-input/row.ts";
import { OWNER_PASSWORD } from "#tests/integration/command-api/routes/two-tenants.ts";
import { newPublicKey } from "#tests/kit/builders/till-key.ts";

const ofTill: Row = {
  portal: "tenant",
  wrongRole: "cashier",
  path: ({ till }) => ({ till }),
  foreign: { till: "till" },
};

/** None of these people asked for it, or was asked. */
const ofApproval: Row = {
  portal: "tenant",
  path: ({ sale }) => ({ id: sale }),
  answers: 404,
};

/** Devices that sell. */
export const rows: Rows = {
  "query GET /api/v1/tills": { portal: "tenant", wrongRole: "cashier" },
  "query GET /api/v1/till/changes": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    query: () => ({ since: "0" }),
    parameters: { since: "position" },
  },
  "query GET /api/v1/issues": { portal: "tenant", wrongRole: "cashier" },
  "command POST /api/v1/issues/:id": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    path: ({ issue }) => ({ id: issue }),
    body: ({ product }) => ({ kind: "below-zero", thing: product, how: "missing" }),
    fields: { kind: "choice", thing: "text", how: "choice", note: "optionalText" },
    foreign: { id: "issue" },
    isStrict: true,
  },
  "command POST /api/v1/tills": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    body: () => ({ name: "Front counter", public_key: newPublicKey() }),
    fields: { name: "text", public_key: "newSecret", number: "tillNumber" },
    isStrict: true,
  },
  "command PUT /api/v1/tills/:till": {
    ...ofTill,
    body: () => ({ name: randomUUID(), active: true }),
    fields: { name: "changedText", active: "optionalToggle" },
    isStrict: true,
  },
  "command DELETE /api/v1/tills/:till": {
    ...ofTill,
    body: () => ({ reason: "unused" }),
    isStrict: true,
  },
  "command PUT /api/v1/account/pin": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    body: () => ({ pin: "482915", password: OWNER_PASSWORD }),
    fields: { pin: "pin", password: "ownPassword" },
    isStrict: true,
  },
  "command POST /api/v1/approvals": {
    portal: "tenant",
    wrongRole: "stock_keeper",
    // An invited person may not approve.
    body: ({ sale, staff }) => ({ entry: sale, what: "price", by: staff, amount_minor: 100 }),
    fields: { entry: "key", what: "choice", oversell: "flag", by: "key", pin: "pin" },
    isStrict: true,
    answers: 404,
  },
  "command POST /api/v1/approvals/:id": {
    ...ofApproval,
    wrongRole: "cashier",
    body: () => ({ allow: true }),
    fields: { allow: "toggle" },
    isStrict: true,
  },
  "command POST /api/v1/approvals/:id/answer": {
    ...ofApproval,
    body: () => ({ mine: true }),
    fields: { mine: "toggle" },
    isStrict: true,
  },
  "query GET /api/v1/approvals/:id": ofApproval,
};
