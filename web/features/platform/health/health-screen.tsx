import { lazy, Suspense } from "react";

import { PageHead } from "#web/ui/page.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { useChoiceParam } from "#web/ui/use-choice-param.ts";

import { Parts } from "./parts.tsx";

const Mails = lazy(async () => ({ default: (await import("./mails.tsx")).Mails }));

const TABS = [
  { value: "parts", label: "Parts" },
  { value: "mails", label: "Mails" },
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
