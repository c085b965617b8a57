import type { SaleWritten } from "#kernel/contract/api/sale.ts";
import { formatMoney, minorOf } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { currencyOf } from "#web/format/money.ts";
import { notices } from "#web/state/notices.ts";

const words = texts.notifications;

/** Of a sale that had to wait for its answer: whoever made it has long gone on to the next one. */
export const tellCompleted = (sale: SaleWritten): void =>
  notices.raise({
    type: "success",
    title: words.saleTitle,
    message: words.sale(
      sale.item_count,
      formatMoney(minorOf(sale.total_amount), currencyOf(sale.currency)),
    ),
    action: words.viewSale,
    about: sale.id,
  });
