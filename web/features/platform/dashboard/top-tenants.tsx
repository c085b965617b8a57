import { useState } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { tenantsQuery, type Tenant } from "#web/api/platform.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { counted } from "#web/format/counts.ts";
import { currencyOf } from "#web/format/money.ts";
import { STATUS_WORDS } from "#web/format/platform-words.ts";
import { links } from "#web/links.ts";
import { ButtonLink, IconButton } from "#web/ui/button/button.tsx";
import { Money } from "#web/ui/chart/money.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { Panel, Section } from "#web/ui/layout/panel.tsx";
import { Cell, CellTitle, Narrow, Table, TableRow, type Column } from "#web/ui/table/table.tsx";

import * as styles from "./tenant-tiles.css.ts";
import { TenantGrowth, TenantTiles } from "./tenant-tiles.tsx";

const SHOWN = 5;

const COLUMNS: readonly Column[] = [
  { name: "Name", kind: "title" },
  { name: "Status", kind: "meta", width: "150px" },
  { name: "Users", kind: "wideNumber", width: "90px" },
  { name: "Growth", kind: "wideNumber", width: "110px" },
  { name: "Revenue", kind: "moneyLast", width: "190px" },
];

/** Tenants with the most sales. */
export function TopTenants() {
  const [view, setView] = useState<"grid" | "list">("list");
  const tenants = useScreenQuery(tenantsQuery({ limit: SHOWN }), {
    failed: texts.platform.tenantsFailed,
    error: texts.platform.tenantsFailed,
  });
  const shown = tenants.status === "ready" ? tenants.data.tenants : [];
  return (
    <Section title="Top Performing Tenants" link={<ViewToggle view={view} onView={setView} />}>
      {tenants.status === "loading" && (
        <SkeletonRows rows={SHOWN} kind="table" label="Loading tenants..." />
      )}
      {tenants.status === "error" && <ErrorState problem={tenants} action={texts.retry} />}
      {tenants.status === "ready" && shown.length === 0 && <NoTenants />}
      {shown.length > 0 && view === "grid" && <TenantTiles tenants={shown} />}
      {shown.length > 0 && view === "list" && <TenantRows tenants={shown} />}
    </Section>
  );
}

function NoTenants() {
  return (
    <EmptyState
      icon="store"
      title="No tenants yet"
      hint="Businesses appear here when they register or are added by hand."
      action={<ButtonLink href={links.tenants()}>Manage Tenants</ButtonLink>}
    />
  );
}

function TenantRows({ tenants }: { tenants: readonly Tenant[] }) {
  return (
    <Panel>
      <Table columns={COLUMNS}>
        {tenants.map((tenant) => {
          const { word, tone } = STATUS_WORDS[tenant.status];
          return (
            <TableRow key={tenant.id}>
              <Cell kind="title">
                <CellTitle more={tenant.address ?? undefined}>{tenant.name}</CellTitle>
              </Cell>
              <Cell kind="meta">
                <StatusBadge tone={tone}>{word}</StatusBadge>
                <Narrow kind="dotted">{counted(tenant.users, "user")}</Narrow>
                <Narrow kind="dotted">
                  <TenantGrowth tenant={tenant} />
                </Narrow>
              </Cell>
              <Cell kind="wideNumber">{tenant.users.toLocaleString("en-GH")}</Cell>
              <Cell kind="wideNumber">
                <TenantGrowth tenant={tenant} />
              </Cell>
              <Cell kind="moneyLast">
                <Money minor={tenant.revenueMinor} currency={currencyOf(tenant.currency)} />
              </Cell>
            </TableRow>
          );
        })}
      </Table>
    </Panel>
  );
}

type View = "grid" | "list";
type ViewToggleProps = { view: View; onView: (view: View) => void };

function ViewToggle({ view, onView }: ViewToggleProps) {
  return (
    <fieldset className={styles.toggle} aria-label="View">
      {(["grid", "list"] as const).map((one) => (
        <IconButton
          key={one}
          icon={one}
          label={one === "grid" ? "Grid" : "List"}
          aria-pressed={view === one}
          onClick={() => onView(one)}
        />
      ))}
    </fieldset>
  );
}
