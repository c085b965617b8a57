import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { APPROVED_TITLE } from "#kernel/contract/api/notification.ts";
import type { ApprovalView } from "#kernel/contract/api/till/approval.ts";
import type { ApprovedAct } from "#kernel/contract/api/till/pin.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { texts } from "#kernel/contract/texts.ts";
import { hasFailed, useAskAgain, whyText } from "#web/api/use-screen-query.ts";
import { shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useCurrency, useTimeZone } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState, InlineAlert } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Dialog, DialogBody, DialogFoot } from "#web/ui/overlay/dialog.tsx";

import { answerFailure, approvalQuery, useAllow, useAnswerClaim } from "./approval-queries.ts";

type ApprovalDialogProps = { id: string; onClose: () => void };

/** What another person asks this one to approve, or says that this one approved. */
export function ApprovalDialog({ id, onClose }: ApprovalDialogProps) {
  const options = approvalQuery(id);
  const query = useQuery(options);
  const again = useAskAgain(options.queryKey, query);
  const title = query.data?.how === "offline" ? APPROVED_TITLE : "Approval";
  return (
    <Dialog open title={title} onClose={onClose}>
      {query.data !== undefined && <Approval approval={query.data} onClose={onClose} />}
      {query.data === undefined && (
        <DialogBody>
          {hasFailed(query) ? (
            <ErrorState
              problem={{
                title: "Couldn't load this approval",
                detail: whyText(query.error ?? query.failureReason),
                retry: again,
              }}
              action={texts.tryAgain}
            />
          ) : (
            <SkeletonRows rows={2} kind="list" label="Loading the approval..." />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}

type ApprovalProps = { approval: ApprovalView; onClose: () => void };

function Approval(props: ApprovalProps) {
  return props.approval.how === "offline" ? <Claim {...props} /> : <Request {...props} />;
}

/** Someone waits at a till for the answer. */
function Request({ approval, onClose }: ApprovalProps) {
  const allow = useAllow(approval.id);
  const words = useWords(approval);
  const answer = (isAllowed: boolean) =>
    allow.mutate(isAllowed, {
      onSuccess: () => {
        onClose();
        toasts.show("success", isAllowed ? "Allowed" : "Refused");
      },
    });
  if (approval.state !== "waiting") {
    return <Over onClose={onClose}>{OVER[approval.state]}</Over>;
  }
  return (
    <Answer
      question={`Allow ${approval.asked_by.name} to sell ${words.sale}?`}
      problem={answerFailure(allow.error)}
      yes="Allow"
      no="Refuse"
      busy={allow.isPending}
      onAnswer={answer}
    />
  );
}

const OVER = {
  given: "This is allowed already.",
  refused: "This is refused already.",
  expired: "This was not answered in time.",
} as const;

/** A till reported that this person's PIN was entered there without a network. */
function Claim({ approval, onClose }: ApprovalProps) {
  const claim = useAnswerClaim(approval.id);
  const words = useWords(approval);
  const answer = (mine: boolean) =>
    claim.mutate(mine, {
      onSuccess: () => {
        onClose();
        toasts.show("success", mine ? "Thank you" : "The owner is notified");
      },
    });
  if (approval.mine !== null) {
    return (
      <Over onClose={onClose}>
        {approval.mine ? "You said that it was you." : "You said that it was not you."}
      </Over>
    );
  }
  return (
    <Answer
      question={`${approval.asked_by.name} sold ${words.sale} on ${words.at}, approved with your PIN while the till had no network. Was that you?`}
      problem={answerFailure(claim.error)}
      yes="Yes"
      no="Not me"
      busy={claim.isPending}
      onAnswer={answer}
    />
  );
}

function Over({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <>
      <DialogBody>
        <p>{children}</p>
      </DialogBody>
      <DialogFoot>
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </>
  );
}

type AnswerProps = {
  question: string;
  problem: string | undefined;
  yes: string;
  no: string;
  busy: boolean;
  onAnswer: (isYes: boolean) => void;
};

function Answer({ question, problem, yes, no, busy, onAnswer }: AnswerProps) {
  return (
    <>
      <DialogBody>
        <p>{question}</p>
        {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
      </DialogBody>
      <DialogFoot>
        <Button busy={busy} onClick={() => onAnswer(false)}>
          {no}
        </Button>
        <Button tone="primary" busy={busy} onClick={() => onAnswer(true)}>
          {yes}
        </Button>
      </DialogFoot>
    </>
  );
}

const ACTS: Readonly<Record<ApprovedAct, string>> = {
  price: "at another price",
  discount: "with a discount",
  gift: "as a gift",
  oversell: "more than is in stock",
};

/** The sale as a part of a sentence, and its time. */
function useWords({ item, what, oversell, ...approval }: ApprovalView) {
  const { amount_minor: amountMinor, asked_at: askedAt } = approval;
  const currency = useCurrency();
  const zone = useTimeZone();
  const now = useNow();
  const money = (minor: number) => formatMoney(minor, currency);
  const apart = amountMinor === null ? "" : ` (${money(amountMinor)} off the shop's prices)`;
  const also = oversell && what !== "oversell" ? `, and ${ACTS.oversell}` : "";
  const sale =
    item === null
      ? `${ACTS[what]}${apart}`
      : `${item.name} at ${money(item.price_minor)} instead of ${money(item.list_price_minor)}`;
  return { sale: `${sale}${also}`, at: shopTime(askedAt, zone, now) };
}
