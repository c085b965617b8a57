import type { Rows } from "./row.ts";
import { accounts } from "./rows/accounts.ts";
import { audit } from "./rows/audit.ts";
import { catalogue } from "./rows/catalogue.ts";
import { customers } from "./rows/customers.ts";
import { operations } from "./rows/operations.ts";
import { platform } from "./rows/platform.ts";
import { settings } from "./rows/settings.ts";
import { tenancy } from "./rows/tenancy.ts";

/** Every route of both APIs, by area. */
export const ROWS: Rows = {
  ...operations,
  ...accounts,
  ...audit,
  ...tenancy,
  ...catalogue,
  ...customers,
  ...settings,
  ...platform,
};
