import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import { toUrl } from "#tests/integration/bad-input/to-url.ts";
import { withValue } from "#tests/integration/bad-input/with-value.ts";

/** Short enough for every field, and like nothing that anybody else writes. */
const MARKER = /zforeign\d+z/gi;
export const MARKER_START = "zforeign";

/** The markers of the other shop in a text. */
export const markersIn = (text: string): string[] =>
  (text.match(MARKER) ?? []).map((marker) => marker.toLowerCase());

const IS_TEXT = /^(?:text|changedText|optionalText)$/;
const IS_EMAIL = /^(?:email|optionalEmail)$/;

/**
 * The other shop's owner writes through every route that takes a text, each text a marker of its own. What a route
 * cannot take twice it refuses; the count of what was written is returned.
 */
export async function plantMarkers(apis: Apis): Promise<number> {
  let planted = 0;
  let written = 0;
  const next = (kind: string): string => {
    planted += 1;
    const marker = `${MARKER_START}${planted}z`;
    return IS_EMAIL.test(kind) ? `${marker}@shops.example` : marker;
  };
  for (const route of apis.routes) {
    const { api, method, url, row, fields } = casesOf(route);
    const texts = fields.filter(([, kind]) => IS_TEXT.test(kind) || IS_EMAIL.test(kind));
    if (row.door !== "tenant" || row.isLast === true || texts.length === 0) continue;
    const ids = await furnish(apis, "foreign owner");
    let body: unknown = row.body?.(ids);
    for (const [path, kind] of texts) body = withValue(body, path, next(kind));
    const answer = await apis.askOf[api](method, toUrl(url, row, ids), {
      as: "foreign owner",
      text: toJson(body),
    });
    if (answer.status === 200) written += texts.length;
  }
  await plantSale(apis);
  return written;
}

/** One sale of marked things to a marked customer, so that reports, sales and totals have them too. */
async function plantSale(apis: Apis): Promise<void> {
  const product = await apis.addProduct(`${MARKER_START}9001z`, 3, "foreign owner");
  const customer = await apis.addCustomer(`${MARKER_START}9002z`, "foreign owner");
  await apis.sell(
    [[product, 2]],
    { customer_id: customer, notes: `${MARKER_START}9003z` },
    { as: "foreign owner" },
  );
}
