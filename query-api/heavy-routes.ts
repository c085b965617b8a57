import type { FastifyInstance, FastifyRequest } from "fastify";

import { SALES_PATH } from "#kernel/contract/api/sale.ts";
import { CHANGES_PATH } from "#kernel/contract/api/till/changes.ts";
import type { Heaviness } from "#kernel/node/limits/limit-heavy.ts";

/** Lists up to this length are as light as a page. */
const LONGEST_LIGHT_LIST = 200;

type Rule = Heaviness | ((asked: URLSearchParams) => Heaviness);

/** Without a limit, a legacy list is complete. */
const list: Rule = (asked) => {
  const isPart = ["limit", "page", "cursor", "since"].some((name) => asked.has(name));
  return isPart && !(Number(asked.get("limit")) > LONGEST_LIGHT_LIST) ? undefined : "whole";
};

/** Beginnings of paths; the first that fits counts. */
const RULES: readonly (readonly [path: string, rule: Rule])[] = [
  ["/api/v1/exports/", "pieces"],
  ["/api/v1/audit/verify", "pieces"],
  ["/api/v1/audit/export", "pieces"],
  ["/api/v1/audit/", "whole"],
  ["/api/v1/reports/", "whole"],
  ["/api/sales.php", list],
  // A sale, or the sums of all.
  [`${SALES_PATH}/`, () => undefined],
  [SALES_PATH, list],
  ["/api/products.php", list],
  ["/api/customers.php", list],
  [CHANGES_PATH, (asked) => (asked.has("since") ? undefined : "whole")],
];

/**
 * Marks the routes of a scope that could slow down the sales of other tenants. Must be called before
 * they are registered.
 */
export function markHeavyRoutes(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    const [, rule] = RULES.find(([path]) => route.url.startsWith(path)) ?? [];
    const heavy = (request: FastifyRequest): Heaviness => {
      const asked = new URLSearchParams(request.url.split("?", 2)[1]);
      // A question about the past computes what the read models hold ready for the present.
      if (asked.get("as_of")) return "whole";
      return typeof rule === "function" ? rule(asked) : rule;
    };
    route.config = { ...route.config, heavy };
  });
}
