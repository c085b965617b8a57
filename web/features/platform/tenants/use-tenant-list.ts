import { useState } from "react";

import type { TenantStatus } from "#kernel/contract/choices.ts";
import { texts } from "#kernel/contract/texts.ts";
import { tenantsQuery, type Tenant } from "#web/api/platform.ts";
import { useQuiet, useScreenQuery } from "#web/api/use-screen-query.ts";
import { useLastPage, useServerPage } from "#web/ui/table/paged-list.tsx";
import { useChoiceParam } from "#web/ui/table/use-choice-param.ts";

export const PAGE_SIZE = 50;
/** Debounce before the server is asked, in ms. */
const QUIET_MS = 300;

export type StatusFilter = "all" | TenantStatus;

/** Filters the loaded page at once, then sends the search to the server. */
export function useTenantList() {
  const [search, setSearch] = useState("");
  const { value: status, choose } = useChoiceParam<StatusFilter>("status", [
    "all",
    "active",
    "suspended",
    "pending",
  ]);
  const wanted = search.trim().toLowerCase();
  const asked = useQuiet(wanted, QUIET_MS);
  const shown = useServerPage(`${status} ${asked}`);
  const list = useScreenQuery(
    tenantsQuery({
      page: shown.page,
      limit: PAGE_SIZE,
      search: asked,
      status: status === "all" ? undefined : status,
    }),
    { failed: texts.platform.tenantsFailed, error: texts.platform.tenantsFailed },
  );
  const fits = (tenant: Tenant) =>
    (status === "all" || tenant.status === status) &&
    `${tenant.name}\n${tenant.email ?? ""}`.toLowerCase().includes(wanted);
  const here = list.status === "ready" ? list.data : undefined;
  useLastPage(shown, PAGE_SIZE, here?.total);
  return {
    list,
    /** Undefined while loading. */
    tenants: here?.tenants.filter(fits),
    /** Total number of matches on the server. */
    total: here?.total ?? 0,
    /** True while the result for the current input is pending. */
    settling: wanted !== asked || (list.status === "ready" && list.refreshing),
    filtered: wanted !== "" || status !== "all",
    search,
    setSearch,
    status,
    choose,
    shown,
  };
}

export type TenantList = ReturnType<typeof useTenantList>;
