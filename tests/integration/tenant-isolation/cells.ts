import type { Cells } from "./cell.ts";
import { accounts } from "./cells/accounts.ts";
import { audit } from "./cells/audit.ts";
import { catalogue } from "./cells/catalogue.ts";
import { operations } from "./cells/operations.ts";
import { platform } from "./cells/platform.ts";
import { settings } from "./cells/settings.ts";
import { tenancy } from "./cells/tenancy.ts";

/** Every route of both APIs, by area. */
export const CELLS: Cells = {
  ...operations,
  ...accounts,
  ...audit,
  ...tenancy,
  ...catalogue,
  ...settings,
  ...platform,
};
