import type { TillItem } from "#kernel/contract/api/till/tills.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { counted } from "#web/format/counts.ts";
import { ago, shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useSession } from "#web/state/use-session.ts";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Panel } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Cell, CellTitle, type Column, Line, Table, TableRow } from "#web/ui/table/table.tsx";

import { tools } from "./tills.css.ts";
import { tillName, useChangeTill } from "./use-till-commands.ts";

const COLUMNS: readonly Column[] = [
  { name: "Till", kind: "title", width: "44%" },
  { name: "State", kind: "lines" },
  { name: "Actions", kind: "actionsAbove" },
];

type TillActions = {
  onRename: (till: TillItem) => void;
  onRemove: (till: TillItem) => void;
};

type TillTableProps = TillActions & {
  tills: readonly TillItem[];
  /** The till that was just changed. */
  written: number | undefined;
};

export function TillTable({ tills, written, ...actions }: TillTableProps) {
  return (
    <Panel>
      <Table columns={COLUMNS}>
        {tills.toSorted(currentFirst).map((till) => (
          <TableRow key={till.till} chosen={till.till === written}>
            <Cell kind="title">
              <CellTitle>
                {till.till} · {till.name}
              </CellTitle>
              <Line>
                <Added till={till} />
              </Line>
            </Cell>
            <Cell kind="lines">
              <State till={till} />
            </Cell>
            <Cell kind="actionsAbove">
              {till.state !== "revoked" && <Tools till={till} {...actions} />}
            </Cell>
          </TableRow>
        ))}
      </Table>
    </Panel>
  );
}

/** Those that wait come first, those that were removed last. */
const PLACE = { waiting: 0, active: 1, revoked: 2 } as const;
const currentFirst = (one: TillItem, other: TillItem): number =>
  PLACE[one.state] - PLACE[other.state] || one.till - other.till;

function Added({ till: { enrolled_at: at, enrolled_by: by } }: { till: TillItem }) {
  const timezone = useSession()?.tenant.timezone;
  const time = shopTime(at, timezone, useNow());
  return by === "" ? `Added ${time}` : `Added by ${by}, ${time}`;
}

function State({ till }: { till: TillItem }) {
  const now = useNow();
  const { state, last_contact_at: last, missing_entries: missing } = till;
  return (
    <>
      {state === "waiting" && <StatusBadge tone="waiting">Waits for approval</StatusBadge>}
      {state === "active" && <Line>Active</Line>}
      {state === "revoked" && <Line>Removed</Line>}
      <Line>
        {last === null ? "No contact yet" : `Last contact: ${ago(Date.parse(last), now)}`}
      </Line>
      {missing > 0 && (
        <StatusBadge tone={state === "revoked" ? "wrong" : "waiting"}>
          {counted(missing, "entry", "entries")} not here yet
        </StatusBadge>
      )}
    </>
  );
}

function Tools({ till, onRename, onRemove }: TillActions & { till: TillItem }) {
  return (
    <div className={tools}>
      <AllowButton till={till} />
      <IconButton icon="edit" label={`Rename ${tillName(till)}`} onClick={() => onRename(till)} />
      <IconButton icon="delete" label={`Remove ${tillName(till)}`} onClick={() => onRemove(till)} />
    </div>
  );
}

/** A till that was paused waits for approval like a new one. */
function AllowButton({ till }: { till: TillItem }) {
  const change = useChangeTill();
  const active = till.state !== "active";
  const done = active
    ? `${tillName(till)}, approved`
    : `${tillName(till)}, paused. It keeps what it has until it is approved again.`;
  return (
    <Button
      busy={change.isPending}
      onClick={() =>
        change.mutate(
          { till: till.till, active },
          {
            onSuccess: () => toasts.show("success", done),
            onError: (error) => toasts.show("error", notSavedText(error)),
          },
        )
      }
    >
      {active ? "Approve" : "Pause"}
      <VisuallyHidden> {tillName(till)}</VisuallyHidden>
    </Button>
  );
}
