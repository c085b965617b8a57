import { Currency } from "#kernel/contract/money.ts";
import { UnsentSales } from "#web/parts/unsent-sales.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Bone, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import {
  EmptyState,
  ErrorState,
  InlineAlert,
  InlineDone,
  InlineNote,
  Message,
} from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { SkeletonFields, SkeletonForm } from "#web/ui/form/skeleton-form.tsx";

import { Group, Line } from "./group.tsx";

const NOTHING = () => undefined;
const KINDS = ["list", "line", "ranking", "table", "lines"] as const;
const UNDO = { label: "Undo", press: () => undefined };
const TOASTS = [
  ["success", "Sale recorded"],
  ["error", "Failed to update profile"],
  ["blank", "Something to know"],
  ["loading", "Sending"],
] as const;

const UNSENT = {
  itemCount: 2,
  totalMinor: 12_400,
  draft: undefined,
  onSend: NOTHING,
  onRemove: NOTHING,
};
const UNSENT_ROWS = [
  { ...UNSENT, key: "waiting", when: "9:40 AM" },
  { ...UNSENT, key: "refused", when: "9:41 AM", refused: "Insufficient stock for Milo 400g" },
];

export function States() {
  return (
    <Group title="States of a page">
      <Banner more="The shop is suspended" onDismiss={NOTHING}>
        Failed to save tenant
      </Banner>
      <UnsentSales rows={UNSENT_ROWS} sending={false} currency={Currency.parse("GHS")} />
      <EmptyState
        icon="users"
        title="No customers found"
        hint="Get started by adding your first customer"
        action={<Button icon="plus">Add Customer</Button>}
      />
      <ErrorState
        problem={{
          title: "Error Loading Customers",
          detail: "Failed to load customers",
          more: "Your role may not see this",
          retry: NOTHING,
        }}
        action="Try Again"
      />
      <InlineAlert more="Check the lines and send it again.">
        Please add at least one item to the sale
      </InlineAlert>
      <InlineNote icon="info">Something to know before going on.</InlineNote>
      <InlineDone>Message sent successfully!</InlineDone>
      <Message title="Page not found" text="Nothing is here." action={<Button>Home</Button>} />
    </Group>
  );
}

export function Waiting() {
  return (
    <Group title="While it loads">
      {KINDS.map((kind) => (
        <SkeletonRows key={kind} rows={2} kind={kind} label={`Loading a ${kind}...`} />
      ))}
      <SkeletonForm fields={2} label="Loading a form..." />
      <SkeletonFields fields={1} label="Loading fields..." />
      <Bone width="6em" />
    </Group>
  );
}

export function Toasts() {
  return (
    <Group title="Toasts">
      <Line>
        {TOASTS.map(([type, words]) => (
          <Button key={type} onClick={() => toasts.show(type, words)}>
            Toast: {type}
          </Button>
        ))}
        <Button onClick={() => toasts.show("success", "Milo 400g deleted", undefined, UNDO)}>
          Toast: with an action
        </Button>
      </Line>
    </Group>
  );
}
