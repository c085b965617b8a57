import { ReceiptEmail } from "#web/parts/receipt-email.tsx";
import { ReceiptWays } from "#web/parts/receipt-ways.tsx";
import { Receipt } from "#web/parts/receipt.tsx";
import type { ReceiptProps } from "#web/parts/receipt.tsx";

import { Group } from "./group.tsx";

const SOLD: ReceiptProps = {
  shop: {
    name: "Adom Provisions, Osu",
    lines: ["22 Lagos Avenue", "024 811 4470", "TIN C0001234567"],
  },
  facts: [
    { name: "Receipt", value: "1-1-42" },
    { name: "Sold by", value: "Yaw Darko" },
  ],
  currency: "GHS",
  lines: [
    {
      name: "Milo 400g",
      quantity: "2",
      unitPriceMinor: 6_250,
      discountMinor: 500,
      totalMinor: 12_000,
    },
    {
      name: "Gari 1kg",
      quantity: "0.5",
      unitPriceMinor: 2_400,
      discountMinor: 0,
      totalMinor: 1_200,
    },
  ],
  taxMode: "inclusive",
  taxes: [{ name: "VAT 15 %", amountMinor: 1_722 }],
  totalMinor: 13_200,
  tenders: [{ name: "Cash", amountMinor: 13_200, givenMinor: 15_000, reference: undefined }],
  note: "Delivered on Monday",
  footer: "Thank you",
  voided: false,
  copy: false,
};

const COPIES = { mark: { copy: true, copyNumber: 3 }, times: 2, handedOut: () => undefined };

export function Paper() {
  return (
    <Group title="Receipts">
      <Receipt {...SOLD} />
      <Receipt {...SOLD} voided copy />
      <Receipt {...SOLD} {...COPIES.mark} />
      <ReceiptWays
        sale={{ id: "1-1-42", onServer: true }}
        receipt={SOLD}
        receiver={undefined}
        link={undefined}
        copies={COPIES}
      />
      <ReceiptEmail
        saleId="1-1-42"
        onServer
        customerId={undefined}
        copyNumber={3}
        onSent={() => undefined}
      />
      <ReceiptEmail
        saleId="1-1-43"
        onServer={false}
        customerId={undefined}
        copyNumber={undefined}
        onSent={() => undefined}
      />
    </Group>
  );
}
