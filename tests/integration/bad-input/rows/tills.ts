import { randomUUID } from "node:crypto";

import type { Row, Rows } from "#tests/integration/bad-input/row.ts";
import { newPublicKey } from "#tests/kit/builders/till-key.ts";

const ofTill: Row = {
  portal: "tenant",
  wrongRole: "cashier",
  path: ({ till }) => ({ till }),
  foreign: { till: "till" },
};

/** Devices that sell. */
export const rows: Rows = {
  "query GET /api/v1/tills": { portal: "tenant", wrongRole: "cashier" },
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
    body: () => ({ reason: "No longer used" }),
    isStrict: true,
  },
};
