import { queryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { SaleDetail } from "#kernel/contract/api/sale.ts";
import type { BusinessSettings } from "#kernel/contract/api/settings.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { quantityText } from "#kernel/contract/sale-item.ts";
import { texts } from "#kernel/contract/texts.ts";
import { hasTaxed, untaxedSums } from "#kernel/contract/untaxed.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { currencyOf } from "#web/format/money.ts";
import { customerName } from "#web/format/names.ts";
import { paymentLabel } from "#web/format/payment-methods.ts";
import { receiptTime } from "#web/format/times.ts";
import { ofMoment } from "#web/state/past.ts";
import type { Session } from "#web/state/session.ts";

const Answer = success(SaleDetail);

/** A sale with everything that its receipt shows. Also for voided sales. */
export function saleQuery(id: string) {
  const { queryKey, at } = ofMoment(keys.sales.one(id));
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<SaleDetail> =>
      (await request(at(`/api/v1/sales/${encodeURIComponent(id)}`), Answer, { signal })).data,
    meta: { errorText: texts.sales.errorOne },
  });
}

/** A sale that was recorded later than this after it was made shows both times. */
const SAME_TIME_MS = 10 * 60_000;

type DetailLine = SaleDetail["items"][number];

/** What a receipt shows of a sale. */
export type ReceiptSale = Pick<
  SaleDetail,
  | "id"
  | "receipt_number"
  | "occurred_at"
  | "recorded_at"
  | "cashier_name"
  | "customer_id"
  | "first_name"
  | "last_name"
  | "currency"
  | "tax"
  | "total_amount"
  | "notes"
  | "voided"
  | "voided_at"
  | "void_reason"
  | "voided_by_name"
> &
  Readonly<{
    items: readonly Pick<
      DetailLine,
      | "name"
      | "quantity"
      | "per_unit"
      | "unit_price"
      | "discount"
      | "tax"
      | "total"
      | "tax_category"
    >[];
    tenders: readonly Pick<
      SaleDetail["tenders"][number],
      "method" | "amount" | "given" | "reference"
    >[];
  }>;

type ReceiptShop = Pick<
  BusinessSettings,
  "business_name" | "address" | "phone" | "tin" | "receipt_footer"
>;

/**
 * The contents of a receipt. The shop's name is known at once; its texts are missing until the
 * settings are loaded.
 */
export function receiptOf(
  sale: ReceiptSale,
  tenant: Pick<Session["tenant"], "name" | "timezone">,
  shop: ReceiptShop | undefined,
) {
  return {
    shop: {
      name: shop?.business_name ?? tenant.name,
      lines: shop === undefined ? [] : shopLines(shop),
    },
    facts: factsOf(sale, tenant.timezone),
    currency: currencyOf(sale.currency),
    lines: sale.items.map((line) => lineOf(line, sale.tax.mode)),
    taxMode: sale.tax.mode,
    ...taxedOf(sale),
    totalMinor: minorOf(sale.total_amount),
    tenders: sale.tenders.map(({ method, amount, given, reference }) => ({
      name: paymentLabel(method).label,
      amountMinor: minorOf(amount),
      givenMinor: given === null ? undefined : minorOf(given),
      reference: reference ?? undefined,
    })),
    note: sale.notes ?? undefined,
    footer: shop?.receipt_footer ?? undefined,
    voided: sale.voided,
  };
}

/** What is printed under the name of the shop. */
export const shopLines = ({
  address,
  phone,
  tin,
}: Pick<ReceiptShop, "address" | "phone" | "tin">): readonly string[] =>
  [address, phone, tin && `TIN ${tin}`].flatMap((line) => line || []);

function factsOf(sale: ReceiptSale, zone: string) {
  const late = Date.parse(sale.recorded_at) - Date.parse(sale.occurred_at) > SAME_TIME_MS;
  const facts = [
    ["Receipt", sale.receipt_number ?? shortId(sale.id)],
    ["Date", receiptTime(sale.occurred_at, zone)],
    ["Recorded", late ? receiptTime(sale.recorded_at, zone) : undefined],
    ["Cashier", sale.cashier_name],
    ["Customer", customerName(sale)],
    ["Voided", sale.voided_at === null ? undefined : receiptTime(sale.voided_at, zone)],
    ["Voided by", sale.voided_by_name],
    ["Reason", sale.void_reason],
  ] as const;
  return facts.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, value }],
  );
}

const lineOf = (line: ReceiptSale["items"][number], mode: SaleDetail["tax"]["mode"]) => ({
  name: line.name,
  quantity: quantityText(line),
  unitPriceMinor: minorOf(line.unit_price),
  discountMinor: minorOf(line.discount),
  totalMinor: minorOf(line.total) - (mode === "exclusive" ? minorOf(line.tax) : 0),
});

/** Where nothing is taxed, no tax is named. */
function taxedOf({ items, tax }: Pick<ReceiptSale, "items" | "tax">) {
  const lines = items.map(({ tax_category: taxCategory, total }) => ({
    taxCategory,
    totalMinor: minorOf(total),
  }));
  return {
    taxes: hasTaxed(lines) ? taxesOf(tax) : [],
    untaxed: untaxedSums(lines, tax.rate),
  };
}

/** A tax with parts is listed by its parts. */
function taxesOf({ rate, amount, parts }: ReceiptSale["tax"]) {
  if (rate === 0) return [];
  const named = parts.length > 0 ? parts : [{ name: "Tax", rate, amount }];
  return named.map((part) => ({
    name: `${part.name} ${part.rate}%`,
    amountMinor: minorOf(part.amount),
  }));
}
