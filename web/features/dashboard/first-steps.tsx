import type { ReactNode } from "react";

import { WriteResult } from "#kernel/contract/api/envelope.ts";
import type { FirstSteps } from "#kernel/contract/api/reports/first-steps.ts";
import { OversellPolicy } from "#kernel/contract/choices.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { stockRules } from "#web/api/oversell.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useCommand } from "#web/api/use-command.ts";
import { links } from "#web/links.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Row, RowList, Section } from "#web/ui/layout/panel.tsx";

type NewShopProps = {
  steps: FirstSteps | undefined;
  /** Shown until the steps are known. */
  waiting: ReactNode;
  /** The figures. */
  children: ReactNode;
};

/** The first steps instead of figures until the first sale, and above them until all are done. */
export function NewShop({ steps, waiting, children }: NewShopProps) {
  if (steps === undefined) return waiting;
  return (
    <>
      <FirstStepsCard steps={steps} />
      {steps.sale && children}
    </>
  );
}

/** What a new shop needs before it sells, each with its state, until all is done or hidden. */
function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const change = useChange();
  const hide = () =>
    change.mutate(
      { first_steps_hidden: true },
      { onSuccess: () => toasts.show("success", "First steps hidden") },
    );
  return (
    <Section
      title="First steps"
      link={
        <Button tone="ghost" scale="compact" busy={change.isPending} onClick={hide}>
          Hide
        </Button>
      }
    >
      {change.error !== null && <InlineAlert>{notSavedText(change.error)}</InlineAlert>}
      <RowList>
        <Step done={steps.products} title="Add your products">
          <ButtonLink
            href={`${links.products()}?starter=1`}
            tone="primary"
            scale="compact"
            icon="package"
          >
            From a list
          </ButtonLink>
          <ButtonLink href={links.addProduct()} scale="compact" icon="plus">
            By hand
          </ButtonLink>
          <ButtonLink href={links.sell()} scale="compact" icon="search">
            By scanning
          </ButtonLink>
          <ButtonLink href={`${links.products()}?import=1`} scale="compact" icon="upload">
            From a CSV file
          </ButtonLink>
        </Step>
        <Step done={steps.receipt} title="Phone number on receipts" href={links.settings()} />
        <Step done={steps.stock_rule} title="When stock runs out">
          {OversellPolicy.options.map((policy) => (
            <Button
              key={policy}
              scale="compact"
              disabled={change.isPending}
              onClick={() => change.mutate({ oversell_policy: policy, stock_rule_chosen: true })}
            >
              {stockRules[policy]}
            </Button>
          ))}
        </Step>
        <Step done={steps.sale} title="Make your first sale" href={links.sell()} />
        <Step done={steps.staff} title="Invite your staff" href={links.team()} />
      </RowList>
    </Section>
  );
}

/** Over the whole width of the row. Styles in a file would be one more request before the card. */
const WAYS = {
  gridColumn: "1 / -1",
  display: "flex",
  flexWrap: "wrap",
  gap: 8,
  paddingBlock: "8px 4px",
} as const;

type StepProps = {
  done: boolean;
  title: string;
  href?: string;
  /** Ways to take the step. */
  children?: ReactNode;
};

function Step({ done, title, href, children }: StepProps) {
  return (
    <Row
      title={title}
      href={done ? undefined : href}
      end={<StatusBadge tone={done ? "well" : "waiting"}>{done ? "Done" : "To do"}</StatusBadge>}
      below={!done && children !== undefined && <div style={WAYS}>{children}</div>}
    />
  );
}

const useChange = () =>
  useCommand(
    (json: Readonly<Record<string, string | boolean>>, commandKey) =>
      request("/api/v1/settings/business", WriteResult, { method: "PUT", json, commandKey }),
    [keys.dashboard.all, keys.settings.all],
  );
