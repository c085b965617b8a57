import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import { toUrl } from "#tests/integration/bad-input/to-url.ts";
import { withValue } from "#tests/integration/bad-input/with-value.ts";

/** Short enough for every field, and unlike any other text. */
const MARKER = /zforeign\d+z/gi;
export const MARKER_START = "zforeign";

/** The other tenant's markers in a text. */
export const markersIn = (text: string): string[] =>
  (text.match(MARKER) ?? []).map((marker) => marker.toLowerCase());

const IS_TEXT = /^(?:text|changedText|optionalText)$/;
const IS_EMAIL = /^(?:email|optionalEmail)$/;

/**
 * The other tenant's owner writes a unique marker through every route that takes a text. Routes may
 * refuse repeated writes. Returns the number of texts written.
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
    if (row.portal !== "tenant" || row.isLast === true || texts.length === 0) continue;
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

/**
 * One sale of marked products to a marked customer, so that reports, sales and totals contain
 * markers too.
 */
async function plantSale(apis: Apis): Promise<void> {
  const product = await apis.addProduct(`${MARKER_START}9001z`, 3, "foreign owner");
  const customer = await apis.addCustomer(`${MARKER_START}9002z`, "foreign owner");
  await apis.sell(
    [[product, 2]],
    { customer_id: customer, notes: `${MARKER_START}9003z` },
    { as: "foreign owner" },
  );
}
