import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";

import type { CustomerPage } from "#kernel/contract/api/reports/customer-page.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { minorOf } from "#kernel/contract/money.ts";
import { counted } from "#web/format/counts.ts";
import { currencyOf } from "#web/format/money.ts";
import { paymentLabel } from "#web/format/payment-methods.ts";
import { shopTime } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { EmptyRow, Row, RowList } from "#web/ui/layout/panel.tsx";

import { customerPageQuery, words } from "./customer-query.ts";

/** What a customer has bought, the newest first; each opens its sale. */
export function Purchases({ customer }: { customer: CustomerPage }) {
  return (
    <RowList>
      {customer.purchases.length === 0 && <EmptyRow>No purchases yet.</EmptyRow>}
      <Rows page={customer} />
    </RowList>
  );
}

/** The rows of a page, and of those that were asked for after it. */
function Rows({ page }: { page: CustomerPage }) {
  const { id, purchases, next_cursor: cursor } = page;
  const [isWanted, setWanted] = useState(false);
  const query = customerPageQuery(id, cursor ?? undefined);
  const next = useQuery({ ...query, enabled: isWanted && cursor !== null });
  return (
    <>
      {purchases.map((sale) => (
        <Purchase key={sale.id} sale={sale} />
      ))}
      {next.isError && <InlineAlert>{words.error}</InlineAlert>}
      {cursor !== null && next.data === undefined && (
        <EmptyRow>
          <Button busy={next.isFetching} onClick={() => setWanted(true)}>
            Show more
          </Button>
        </EmptyRow>
      )}
      {isWanted && next.data !== undefined && <Rows page={next.data} />}
    </>
  );
}

function Purchase({ sale }: { sale: CustomerPage["purchases"][number] }) {
  const zone = useTimeZone();
  const now = useNow();
  const isVoided = sale.voided_at !== null;
  const Struck = isVoided ? "s" : Fragment;
  const payment = paymentLabel(sale.payment_method).label;
  return (
    <Row
      title={<Struck>{sale.receipt_number ?? shortId(sale.id)}</Struck>}
      href={links.sale(sale.id)}
      sub={`${shopTime(sale.occurred_at, zone, now)} · ${counted(sale.unit_count, "item")} · ${payment}`}
      end={
        <Struck>
          <Money minor={minorOf(sale.total_amount)} currency={currencyOf(sale.currency)} />
        </Struck>
      }
      endSub={isVoided ? "Voided" : undefined}
    />
  );
}
