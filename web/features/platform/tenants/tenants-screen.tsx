import { useState } from "react";
import { useSearchParams } from "wouter";

import { texts } from "#kernel/contract/texts.ts";
import { statsQuery } from "#web/api/platform.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState, InlineNote } from "#web/ui/feedback/state.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";

import { TenantList } from "./tenant-list.tsx";
import { TenantModals, useTenantModals } from "./tenant-modals.tsx";
import { TenantTotals } from "./tenant-totals.tsx";
import { useTenantList } from "./use-tenant-list.ts";
import type { TenantList as List } from "./use-tenant-list.ts";

const { tenantsFailed, dashboardFailed } = texts.platform;

export default function TenantsScreen() {
  const stats = useScreenQuery(statsQuery("30"), {
    failed: dashboardFailed,
    error: dashboardFailed,
  });
  const list = useTenantList();
  const modals = useTenantModals();
  const [writtenId, setWrittenId] = useState<string>();
  const figures = stats.status === "ready" ? stats.data : undefined;
  const addButton = (
    <Button tone="primary" icon="plus" onClick={() => modals.add.open()}>
      Add Tenant
    </Button>
  );
  return (
    <>
      <PageHead title="Tenant Management">{addButton}</PageHead>
      <ChooseNote />
      {list.list.status === "error" ? (
        <NotLoaded list={list.list} />
      ) : (
        <>
          <TenantTotals stats={figures} />
          <TenantList
            list={list}
            stats={figures}
            writtenId={writtenId}
            addButton={addButton}
            onView={({ id }) => modals.view.open(id)}
            onEdit={({ id }) => modals.edit.open(id)}
            onSupport={modals.setVisiting}
            onInvite={modals.invite}
            onStatus={modals.setChanging}
          />
        </>
      )}
      <TenantModals tenants={list.tenants ?? []} modals={modals} onWritten={setWrittenId} />
    </>
  );
}

/** Shown when a super admin opens a shop page without a support session (SHELL-06). */
function ChooseNote() {
  const [params] = useSearchParams();
  if (!params.has("choose")) return undefined;
  return (
    <InlineNote icon="info">
      That screen belongs to a shop. Choose a tenant: More, then View shop.
    </InlineNote>
  );
}

type NotLoadedProps = { list: Extract<List["list"], { status: "error" }> };

function NotLoaded({ list: { detail, retry } }: NotLoadedProps) {
  const [dismissed, setDismissed] = useState(false);
  const again = (
    <Button icon="refresh" onClick={retry}>
      {texts.tryAgain}
    </Button>
  );
  if (dismissed) {
    const hint = "The list hasn't loaded yet.";
    return <EmptyState icon="store" title="No tenants to show" hint={hint} action={again} />;
  }
  return (
    <Banner more={detail} action={again} onDismiss={() => setDismissed(true)}>
      {tenantsFailed}
    </Banner>
  );
}
