import { handOver } from "#web/api/download.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { today } from "#web/format/days.ts";
import { deviceWord } from "#web/format/device-text.ts";
import { receivedTime } from "#web/format/times.ts";
import { UnsentSales } from "#web/parts/unsent-sales.tsx";
import { useNow } from "#web/state/past.ts";
import { useStore } from "#web/state/store.ts";
import { useCurrency, useTimeZone } from "#web/state/use-session.ts";
import { worker } from "#web/state/worker.ts";
import { saleOutbox } from "#web/sync/sale-outbox.ts";
import { till } from "#web/till/till.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Hint } from "#web/ui/form/field.tsx";
import { LineRow, RowList } from "#web/ui/layout/panel.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/ui/overlay/dialog.tsx";

import { OwnSaleRows } from "./own-sale-rows.tsx";
import * as styles from "./sync.css.ts";
import { noticesOf } from "./till-notices.ts";
import { useOldSales } from "./use-old-sales.ts";
import { asideOf, useOwnTill, useReached } from "./use-own-till.ts";

/** What the till of this device has sent, what it has not, and why. */
export function SyncSheet({ open }: { open: boolean }) {
  const { sheets } = useSell();
  const { number } = useOwnTill();
  const title = number === undefined ? "Sales to send" : `Till ${number}`;
  return (
    <Dialog still open={open} title={title} onClose={sheets.close}>
      <DialogBody>
        <Notices />
        <Update />
        <ToSend />
        <Aside />
        <Facts />
      </DialogBody>
      <Foot />
    </Dialog>
  );
}

function Notices() {
  const now = useOwnTill();
  const reached = useReached();
  const device = deviceWord(navigator.userAgent);
  return noticesOf({ now, reached, device }).map(({ is, text, more }) =>
    is === "alert" ? (
      <InlineAlert key={text} more={more}>
        {text}
      </InlineAlert>
    ) : (
      <InlineNote key={text} icon="info">
        {text}
      </InlineNote>
    ),
  );
}

/** The page loads again, so a cart is finished or parked first. */
function Update() {
  const { isEmpty } = useSell();
  const isHere = useStore(worker);
  if (!isHere) return undefined;
  return (
    <div className={styles.part}>
      <Hint>
        {isEmpty
          ? "A new version is here. Unsent sales and parked carts are kept."
          : "A new version is here. Finish or park this cart to update."}
      </Hint>
      {isEmpty && (
        <Button icon="refresh" onClick={worker.takeOver}>
          Update now
        </Button>
      )}
    </div>
  );
}

function ToSend() {
  const currency = useCurrency();
  const { sales, toSend } = useOwnTill();
  const old = useOldSales();
  const unsent = sales.filter(({ state }) => state === "to-send");
  if (toSend === 0 && old.rows.length === 0) return <Hint>All sales are sent.</Hint>;
  return (
    <div className={styles.part}>
      <h3>To send</h3>
      {unsent.length > 0 && <OwnSaleRows sales={unsent} />}
      {old.rows.length > 0 && (
        <UnsentSales
          rows={old.rows}
          sending={old.sending}
          currency={currency}
          reopen={old.reopen}
        />
      )}
    </div>
  );
}

/** They stay in the list, so that they are entered again or dropped by a person. */
function Aside() {
  const { seenAside, seeAside } = useSell();
  const aside = asideOf(useOwnTill().sales);
  if (aside.length === 0) return undefined;
  const ids = aside.map(({ entry }) => entry.id);
  return (
    <div className={styles.part}>
      <h3>Set aside</h3>
      <OwnSaleRows sales={aside} />
      <Hint>The server keeps them, but counts them nowhere. Tell an owner or manager.</Hint>
      {ids.some((id) => !seenAside.includes(id)) && (
        <Button onClick={() => seeAside(ids)}>Mark as seen</Button>
      )}
    </div>
  );
}

function Facts() {
  const { sheets } = useSell();
  const { number, name, lastContactMs, data, sales } = useOwnTill();
  const now = useNow();
  const timeZone = useTimeZone();
  const day = today(timeZone, now);
  const ofToday = sales.filter(({ entry }) => entry.body.businessDate === day).length;
  if (number === undefined) return undefined;
  const timeOf = (ms: number | undefined) =>
    ms === undefined ? "None yet" : receivedTime(ms, now);
  return (
    <>
      <Button block icon="receipt" onClick={() => sheets.open({ is: "today" })}>
        Today's sales ({ofToday})
      </Button>
      <RowList>
        <LineRow title="Number" end={number} />
        {name !== undefined && <LineRow title="Name" end={name} />}
        <LineRow title="Last contact" end={timeOf(lastContactMs)} />
        <LineRow title="Products and prices from" end={timeOf(data?.takenMs)} />
      </RowList>
    </>
  );
}

function Foot() {
  const { toSend, number, sales } = useOwnTill();
  const isKept = toSend > 0 || asideOf(sales).length > 0;
  const save = async () => {
    const day = today(undefined, Date.now());
    try {
      handOver(await till.exportUnsent(), `tillbook-till-${number ?? "new"}-${day}.json`);
    } catch {
      toasts.show("error", "The file could not be made. Try again.");
    }
  };
  const send = () => {
    till.sync();
    void saleOutbox.flush();
  };
  return (
    <DialogFoot>
      {isKept && (
        <Button icon="download" onClick={() => void save()}>
          Save as file
        </Button>
      )}
      <Button tone="primary" icon="refresh" onClick={send}>
        Send now
      </Button>
    </DialogFoot>
  );
}
