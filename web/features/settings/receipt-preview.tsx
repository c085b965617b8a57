import { currencyOf } from "#web/format/money.ts";
import { shopLines } from "#web/parts/receipt-of-sale.ts";
import { Receipt } from "#web/parts/receipt.tsx";

import type { TypedBusiness } from "./business-settings-form.ts";
import { preview } from "./settings.css.ts";

const LINES = [
  { name: "Peak Milk 400g", quantity: 1, unitPriceMinor: 6_800 },
  { name: "Gino Tomato Paste 210g", quantity: 3, unitPriceMinor: 1_200 },
].map(({ quantity, ...line }) => ({
  ...line,
  quantity: String(quantity),
  discountMinor: 0,
  totalMinor: quantity * line.unitPriceMinor,
}));

const given = (text: string): string | undefined => text.trim() || undefined;

/** Live preview of the receipt with example products. */
export function ReceiptPreview({ values }: { values: TypedBusiness }) {
  return (
    <figure className={preview} aria-label="Example of a receipt">
      <Receipt
        shop={{
          name: values.business_name,
          lines: shopLines({
            address: values.address.trim(),
            phone: values.phone.trim(),
            tin: values.tax_profile === "registered" ? values.tin.trim() : null,
          }),
        }}
        facts={[]}
        currency={currencyOf(values.currency)}
        lines={LINES}
        taxMode="inclusive"
        taxes={[]}
        totalMinor={LINES.reduce((sum, { totalMinor }) => sum + totalMinor, 0)}
        tenders={[]}
        note={undefined}
        footer={given(values.receipt_footer)}
        voided={false}
        copy={false}
      />
    </figure>
  );
}
