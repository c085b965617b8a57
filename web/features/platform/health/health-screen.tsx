import { lazy, Suspense } from "react";

import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { useChoiceParam } from "#web/ui/table/use-choice-param.ts";

import { Parts } from "./parts.tsx";

const Mails = lazy(async () => ({ default: (await import("./mails.tsx")).Mails }));

const TABS = [
  { value: "parts", label: "Parts" },
  { value: "mails", label: "Emails" },
] as const;

export default function HealthScreen() {
  const { value, choose } = useChoiceParam("tab", ["parts", "mails"]);
  return (
    <>
      <PageHead title="System Health" />
      <Tabs label="System Health" tabs={TABS} value={value} onChange={choose}>
        <Suspense fallback={<SkeletonRows rows={6} kind="list" label="Loading…" />}>
          {value === "parts" ? <Parts /> : <Mails />}
        </Suspense>
      </Tabs>
    </>
  );
}
