import type { ReactNode } from "react";

import { Section } from "#web/ui/panel.tsx";
import { Bone, SkeletonRows } from "#web/ui/skeleton.tsx";
import { Totals } from "#web/ui/totals.tsx";

import * as styles from "./dashboard.css.ts";

const NAMES = ["Total Sales", "Orders", "Customers", "Products"];
const LIST_LENGTH = 5;

/** The page as it will stand, with nothing in it yet. */
export function DashboardSkeleton({ actions }: { actions: ReactNode }) {
  return (
    <>
      <Totals waiting items={NAMES.map((name) => ({ name, value: <Bone width="4.5em" /> }))} />
      {actions}
      <div className={styles.split}>
        <Section title="Recent sales">
          <SkeletonRows rows={LIST_LENGTH} kind="list" label="Loading dashboard..." />
        </Section>
        <Section title="Low stock">
          <SkeletonRows rows={LIST_LENGTH} kind="list" />
        </Section>
      </div>
    </>
  );
}
