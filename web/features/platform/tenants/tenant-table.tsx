import { texts } from "#kernel/contract/texts.ts";
import type { Tenant } from "#web/api/platform.ts";
import { counted } from "#web/format/counts.ts";
import { currencyOf } from "#web/format/money.ts";
import { PLAN_WORDS, STATUS_WORDS } from "#web/format/platform-words.ts";
import { ago, shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import {
  Cell,
  CellTitle,
  Line,
  Narrow,
  Table,
  TableRow,
  type Column,
} from "#web/ui/table/table.tsx";

import { TenantMenu, type MenuActions } from "./tenant-menu.tsx";

const COLUMNS: readonly Column[] = [
  { name: "Tenant", kind: "title" },
  { name: "Plan", kind: "wider", width: "118px" },
  { name: "Status", kind: "meta", width: "150px" },
  { name: "Users", kind: "widerNumber", width: "70px" },
  { name: "Revenue", kind: "money", width: "150px" },
  { name: "Last login", kind: "wider", width: "116px" },
  { name: "Actions", kind: "actions" },
];

export type TenantActions = MenuActions & {
  onView: (tenant: Tenant) => void;
  onEdit: (tenant: Tenant) => void;
};

type TenantTableProps = TenantActions & {
  tenants: readonly Tenant[];
  writtenId: string | undefined;
};

export function TenantTable({ tenants, writtenId, ...actions }: TenantTableProps) {
  return (
    <Table columns={COLUMNS}>
      {tenants.map((tenant) => (
        <TableRow key={tenant.id} chosen={tenant.id === writtenId}>
          <Cells tenant={tenant} />
          <Cell kind="actions">
            <RowTools tenant={tenant} {...actions} />
          </Cell>
        </TableRow>
      ))}
    </Table>
  );
}

function Cells({ tenant }: { tenant: Tenant }) {
  const { word, tone } = STATUS_WORDS[tenant.status];
  const plan = PLAN_WORDS[tenant.plan].word;
  return (
    <>
      <Cell kind="title">
        <CellTitle>{tenant.name}</CellTitle>
        {tenant.email !== null && <Line>{tenant.email}</Line>}
        {tenant.address !== null && <Line>{tenant.address}</Line>}
      </Cell>
      <Cell kind="wider">{plan}</Cell>
      <Cell kind="meta">
        <StatusBadge tone={tone}>{word}</StatusBadge>
        <Narrow kind="untilWide">
          {plan}, {counted(tenant.users, "user")}
        </Narrow>
        <Narrow kind="untilWide">
          Last login: <LastLogin tenant={tenant} />
        </Narrow>
      </Cell>
      <Cell kind="widerNumber">{tenant.users.toLocaleString("en-GH")}</Cell>
      <Cell kind="money">
        <Money minor={tenant.revenueMinor} currency={currencyOf(tenant.currency)} />
      </Cell>
      <Cell kind="wider">
        <LastLogin tenant={tenant} />
      </Cell>
    </>
  );
}

export function LastLogin({ tenant: { last_login: at } }: { tenant: Tenant }) {
  const now = useNow();
  if (at === null) return texts.platform.never;
  return (
    <time dateTime={at} title={shopTime(at, undefined, now)}>
      {ago(Date.parse(at), now)}
    </time>
  );
}

function RowTools({ tenant, onView, onEdit, ...menu }: TenantActions & { tenant: Tenant }) {
  return (
    <>
      <IconButton icon="eye" label={`View ${tenant.name}`} onClick={() => onView(tenant)} />
      <IconButton icon="edit" label={`Edit ${tenant.name}`} onClick={() => onEdit(tenant)} />
      <TenantMenu tenant={tenant} {...menu} />
    </>
  );
}
