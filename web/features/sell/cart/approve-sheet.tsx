import { useEffect, useRef, useState } from "react";

import type { TillPerson } from "#kernel/contract/api/till/changes.ts";
import type { CartChange } from "#web/features/sell/till/approval-needed.ts";
import { useSell } from "#web/features/sell/till/use-selling.ts";
import { useServerStock } from "#web/features/sell/till/use-server-stock.ts";
import {
  type Approved,
  type ApprovalProblem,
  type ApprovalRequest,
  approveByPin,
  approveOnPhone,
} from "#web/lock/approve.ts";
import { PersonTiles } from "#web/lock/person-tiles.tsx";
import { PinEntry } from "#web/lock/pin-entry.tsx";
import { problemText } from "#web/lock/pin-words.ts";
import { keyOf } from "#web/state/cart.ts";
import { useOnline } from "#web/state/store.ts";
import { useCurrency } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";

type ApproveSheetProps = {
  /** Without changes, the cart as it is needs an approval to be paid: of its prices, or of more than is in stock. */
  asked: Readonly<{ changes?: readonly CartChange[]; oversell?: true }> | undefined;
};

/** Another person allows what the cashier may not do alone, once, for this sale: a price, a discount, a sale above the stock, or both at once. */
export function ApproveSheet({ asked }: ApproveSheetProps) {
  const { approval, cart, sheets } = useSell();
  const isOfStock = asked?.oversell === true;
  const isUnsure = asked && !isOfStock && approval.needsServerStock(asked.changes);
  const { isWaiting, isShort } = useServerStock(cart, isUnsure ? asked : undefined);
  const wanted = isOfStock
    ? approval.oversell
    : asked && approval.approvalFor(asked.changes, isShort);
  return (
    <Dialog still open={wanted !== undefined} title="Needs approval" onClose={sheets.close}>
      {isWaiting && (
        <DialogBody>
          <output>Checking the stock...</output>
        </DialogBody>
      )}
      {wanted && !isWaiting && (
        <Approving
          key={`${wanted.what} ${wanted.oversell} ${wanted.amount_minor}`}
          wanted={wanted}
          changes={asked?.changes}
        />
      )}
    </Dialog>
  );
}

type ApprovingProps = {
  wanted: ApprovalRequest;
  changes: readonly CartChange[] | undefined;
};

function Approving({ wanted, changes }: ApprovingProps) {
  const { approval, approved } = useSell();
  const [approver, setApprover] = useState<TillPerson>();
  const onResult = (result: Approved | ApprovalProblem): ApprovalProblem | undefined => {
    if (result.is !== "approved") return result;
    approved(result, changes);
    return undefined;
  };
  return (
    <DialogBody>
      <About wanted={wanted} changes={changes} />
      {approver === undefined ? (
        <>
          <p>Who approves it?</p>
          <PersonTiles people={approval.approvers} label="Approvers" onChoose={setApprover} />
        </>
      ) : (
        <ByApprover
          approver={approver}
          wanted={wanted}
          onResult={onResult}
          onOther={() => setApprover(undefined)}
        />
      )}
    </DialogBody>
  );
}

function About({ wanted, changes }: ApprovingProps) {
  const { cart } = useSell();
  const currency = useCurrency();
  if (wanted.what === "oversell") return <p>More than is in stock, for this sale.</p>;
  const priced = changes?.find(({ type }) => type === "priced");
  const line = cart.lines.find((each) =>
    priced === undefined ? each.productId === wanted.item?.product_id : keyOf(each) === priced.key,
  );
  const also = wanted.oversell === true ? ", and more than is in stock" : "";
  if (line === undefined || wanted.item === undefined) {
    return (
      <p>
        <b>
          <Money minor={wanted.amount_minor} currency={currency} />
        </b>{" "}
        off the shop's prices{also}, for this sale.
      </p>
    );
  }
  return (
    <p>
      <b>{line.name}</b> at <Money minor={wanted.item.price_minor} currency={currency} /> instead of{" "}
      <Money minor={line.listPriceMinor} currency={currency} />
      {also}, for this sale.
    </p>
  );
}

type ByApproverProps = {
  approver: TillPerson;
  wanted: ApprovalRequest;
  onResult: (result: Approved | ApprovalProblem) => ApprovalProblem | undefined;
  onOther: () => void;
};

function ByApprover({ approver, wanted, onResult, onOther }: ByApproverProps) {
  const phone = useOnPhone(approver, wanted, onResult);
  const online = useOnline();
  if (phone.isWaiting) {
    return (
      <>
        <output>Waiting for {approver.name} to answer on their phone.</output>
        <Button block onClick={phone.cancel}>
          Cancel
        </Button>
      </>
    );
  }
  return (
    <>
      <p>{approver.name}, enter your PIN.</p>
      {phone.problem && (
        <InlineAlert>
          {problemText(phone.problem, { to: "approve", name: approver.name })}
        </InlineAlert>
      )}
      <PinEntry
        name={approver.name}
        to="approve"
        check={async (pin) => onResult(await approveByPin(wanted, approver, pin))}
      />
      {online && (
        <Button block icon="phone" onClick={() => void phone.ask()}>
          Ask on their phone
        </Button>
      )}
      <Button block tone="ghost" onClick={onOther}>
        Someone else
      </Button>
    </>
  );
}

/** Asks on the approver's own screen until they answer, or the cashier cancels or closes the sheet. */
function useOnPhone(
  approver: TillPerson,
  wanted: ApprovalRequest,
  onResult: ByApproverProps["onResult"],
) {
  const [isWaiting, setIsWaiting] = useState(false);
  const [problem, setProblem] = useState<ApprovalProblem>();
  const wait = useRef<AbortController>(undefined);
  const cancel = () => {
    wait.current?.abort();
    setIsWaiting(false);
  };
  useEffect(() => () => wait.current?.abort(), []);
  const ask = async (): Promise<void> => {
    const controller = new AbortController();
    wait.current = controller;
    setIsWaiting(true);
    setProblem(undefined);
    const result = await approveOnPhone(wanted, approver, controller.signal).catch(() => undefined);
    if (result === undefined || controller.signal.aborted) return;
    setIsWaiting(false);
    setProblem(onResult(result));
  };
  return { isWaiting, problem, ask, cancel };
}
