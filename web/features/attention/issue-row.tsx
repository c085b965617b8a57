import { useState } from "react";

import type { IssueItem, IssueKind, IssueWay } from "#kernel/contract/issues.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { shopTime } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { Button, ButtonLink, TextLink } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";

import * as styles from "./attention.css.ts";
import { useResolveIssue } from "./issues-query.ts";

const WAYS: Readonly<Record<IssueWay, string>> = {
  fine: "It's fine",
  keep: "Keep both",
  wait: "Wait",
  missing: "Book as missing",
  lost: "Book as lost",
  record: "Record it",
  discard: "Discard",
};

/** The names of the two versions. */
const VERSIONS: Readonly<Partial<Record<IssueKind, readonly [string, string]>>> = {
  "receipt-twice": ["One sale", "The other"],
  double: ["This sale", "The earlier one"],
  "below-zero": ["Sold", "On the books"],
  "same-phone": ["One customer", "The other"],
};
const OF_TILL = ["The till says", "Tillbook knows"] as const;

type Question = Readonly<{ title: string; question: string }>;

/** What cannot be undone is asked first. */
const QUESTIONS: Readonly<Partial<Record<IssueWay, Question>>> = {
  discard: {
    title: "Discard this entry?",
    question: "It will not count. The log keeps it, but it can't be recorded later.",
  },
  lost: {
    title: "Book these entries as lost?",
    question: "Whatever the till recorded in them will not count.",
  },
};

export function IssueRow({ issue }: { issue: IssueItem }) {
  const resolving = useResolveIssue();
  const [asked, setAsked] = useState<IssueWay>();
  const { id, kind, thing } = issue;
  const [saidBy, knownBy] = VERSIONS[kind] ?? OF_TILL;
  const question = asked && QUESTIONS[asked];
  const close = () => {
    resolving.reset();
    setAsked(undefined);
  };
  const resolve = (how: IssueWay) =>
    resolving.mutate(
      { id, kind, thing, how },
      {
        onSuccess: () => {
          setAsked(undefined);
          toasts.show("success", "Resolved");
        },
      },
    );
  const isSent = (how: IssueWay): boolean =>
    resolving.isPending && resolving.variables?.how === how;
  const problem = resolving.error === null ? undefined : notSavedText(resolving.error);

  return (
    <li className={styles.row}>
      <h2 className={styles.title}>{issue.title}</h2>
      <Facts issue={issue} />
      <dl className={styles.versions}>
        <div>
          <dt>{saidBy}</dt>
          <dd>{issue.said}</dd>
        </div>
        <div>
          <dt>{knownBy}</dt>
          <dd>{issue.known}</dd>
        </div>
      </dl>
      {problem !== undefined && question === undefined && <InlineAlert>{problem}</InlineAlert>}
      <div className={styles.ways}>
        <LinkedWays issue={issue} />
        {issue.ways.map((how) => (
          <Button
            key={how}
            scale="compact"
            busy={isSent(how)}
            onClick={() => (QUESTIONS[how] ? setAsked(how) : resolve(how))}
          >
            {WAYS[how]}
          </Button>
        ))}
      </div>
      <Confirm
        open={question !== undefined}
        title={question?.title ?? ""}
        question={question?.question ?? ""}
        action={asked === undefined ? "" : WAYS[asked]}
        busy={resolving.isPending}
        error={problem}
        onConfirm={() => asked && resolve(asked)}
        onCancel={close}
      />
    </li>
  );
}

/** Ways out that are on other pages: a count ends a stock below 0, a void a double sale. */
function LinkedWays({ issue: { kind, sales, products } }: { issue: IssueItem }) {
  const [product] = products;
  const doubled = sales.at(-1);
  if (kind === "below-zero" && product) {
    return (
      <ButtonLink
        href={`${links.products()}?${new URLSearchParams({ edit: product.id })}`}
        scale="compact"
      >
        Count it
      </ButtonLink>
    );
  }
  if (kind === "double" && doubled) {
    return (
      <ButtonLink href={links.sale(doubled.id)} scale="compact">
        Void it
      </ButtonLink>
    );
  }
  return undefined;
}

/** When it was, and what it is about. */
function Facts({ issue }: { issue: IssueItem }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const { at, till, sales, products, customers } = issue;
  return (
    <p className={styles.facts}>
      {at !== null && <time dateTime={at}>{shopTime(at, timeZone, now)}</time>}
      {till && (
        <span>
          Till {till.id}, {till.name}
        </span>
      )}
      {sales.map(({ id, name }) => (
        <TextLink key={id} href={links.sale(id)}>
          Sale {name}
        </TextLink>
      ))}
      {products.map(({ id, name }) => (
        <TextLink key={id} href={links.stockMovements(id)}>
          {name}
        </TextLink>
      ))}
      {customers.map(({ id, name }) => (
        <TextLink key={id} href={`${links.customers()}?${new URLSearchParams({ edit: id })}`}>
          {name}
        </TextLink>
      ))}
    </p>
  );
}
