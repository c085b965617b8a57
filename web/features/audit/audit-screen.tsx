import { lazy, Suspense } from "react";
import { useSearchParams } from "wouter";

import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";
import { useChoiceParam } from "#web/ui/table/use-choice-param.ts";

import { EventDialog } from "./events/event-dialog.tsx";
import { Events } from "./events/events.tsx";
import { storyOf, Story } from "./story.tsx";

const StaffActivity = lazy(async () => ({
  default: (await import("./activity.tsx")).StaffActivity,
}));
const Proof = lazy(async () => ({ default: (await import("./proof.tsx")).Proof }));

const TABS = [
  { value: "events", label: "Activity" },
  { value: "activity", label: "Staff activity" },
  { value: "proof", label: "Proof" },
] as const;

/**
 * The audit screen: what was done, in plain words; staff activity; and proof that nothing was changed,
 * whose checkpoints are folded away.
 */
export default function AuditScreen() {
  const [params] = useSearchParams();
  const tab = useChoiceParam("tab", ["events", "activity", "checkpoints", "proof"]);
  const shown = tab.value === "checkpoints" ? "proof" : tab.value;
  const opened = useModalParam("event");
  const story = storyOf(params.get("story"));
  const open = (seq: number) => opened.open(String(seq));
  return (
    <>
      {story === undefined ? (
        <>
          <PageHead title="Audit" />
          <Tabs label="Audit" tabs={TABS} value={shown} onChange={tab.choose}>
            <Suspense fallback={<SkeletonRows rows={6} kind="list" label="Loading..." />}>
              {shown === "events" && <Events onOpen={open} />}
              {shown === "activity" && <StaffActivity />}
              {shown === "proof" && (
                <Proof
                  listed={tab.value === "checkpoints"}
                  onList={() => tab.choose("checkpoints")}
                />
              )}
            </Suspense>
          </Tabs>
        </>
      ) : (
        <Story key={`${story.kind} ${story.id}`} of={story} onOpen={open} />
      )}
      <EventDialog seq={seqOf(opened.value)} onClose={opened.close} />
    </>
  );
}

const SEQ = /^[1-9]\d{0,14}$/;

const seqOf = (param: string | undefined): number | undefined =>
  param !== undefined && SEQ.test(param) ? Number(param) : undefined;
