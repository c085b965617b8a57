import { randomUUID } from "node:crypto";

import type { Rows } from "#tests/integration/bad-input/row.ts";

/** What tills send. They sign it, so a valid body from anyone else is refused. */
export const rows: Rows = {
  "command POST /api/v1/till/entries": {
    portal: "open",
    body: ({ tenant }) => ({ tenant, till: 2, entries: [], told_seq: 0 }),
    fields: { till: "tillNumber" },
    isStrict: true,
    takesLargeBodies: true,
    answers: 403,
  },
  "command POST /api/v1/till/unlock": {
    portal: "open",
    body: ({ tenant }) => ({ tenant, till: 2, user: tenant, pin: "482915" }),
    fields: { till: "tillNumber" },
    isStrict: true,
    takesLargeBodies: true,
    answers: 403,
  },
  "command POST /api/v1/till/check": {
    portal: "open",
    body: ({ tenant, product }) => ({
      tenant,
      till: 2,
      lines: [{ productId: product, quantity: 1, listPriceMinor: 450 }],
    }),
    fields: { till: "tillNumber" },
    isStrict: true,
    takesLargeBodies: true,
    answers: 403,
  },
  "command POST /api/v1/till/receipt-copies": {
    portal: "open",
    body: ({ tenant, sale }) => ({
      tenant,
      till: 2,
      copies: [{ id: randomUUID(), sale, copy: 2, by: "print", person: tenant, at: Date.now() }],
    }),
    fields: { till: "tillNumber" },
    isStrict: true,
    takesLargeBodies: true,
    answers: 403,
  },
};
