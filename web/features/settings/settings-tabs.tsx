import { useState } from "react";
import type { ComponentType } from "react";
import { useSearchParams } from "wouter";

import { PageHead } from "#web/ui/layout/page.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { PageDiscardConfirm, usePageGuard } from "#web/ui/overlay/page-guard.tsx";

export type SettingsTab = Readonly<{
  value: string;
  label: string;
  /** Reports unsaved changes. */
  Panel: ComponentType<{ onDirty: (dirty: boolean) => void }>;
}>;

type SettingsScreenProps = { title?: string; tabs: readonly SettingsTab[] };

/**
 * The settings tabs of the role. The URL selects one, by default the first. The app supplies their
 * panels.
 */
export function SettingsScreen({ title = "Settings", tabs }: SettingsScreenProps) {
  const [params, setParams] = useSearchParams();
  const [dirty, setDirty] = useState(false);
  const guard = usePageGuard(dirty);
  const asked = params.get("tab");
  const chosen = tabs.find(({ value }) => value === asked) ?? tabs[0];
  if (chosen === undefined) return undefined;
  const { Panel, value } = chosen;
  const choose = (tab: string) => guard.before(() => setParams({ tab }, { replace: true }));
  return (
    <>
      <PageHead title={title} />
      <Tabs label={title} tabs={tabs} value={value} onChange={choose}>
        <Panel key={value} onDirty={setDirty} />
      </Tabs>
      <PageDiscardConfirm guard={guard} />
    </>
  );
}
