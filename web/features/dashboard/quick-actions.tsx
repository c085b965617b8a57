import { links } from "#web/links.ts";
import { useCan } from "#web/state/use-session.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";

import * as styles from "./dashboard.css.ts";

/** One primary button for the most common action, the others below it. */
export function QuickActions() {
  const maySell = useCan("record-sale");
  const mayAddProducts = useCan("write-products");
  const mayAddCustomers = useCan("write-customers");
  const maySeeReports = useCan("see-reports");
  const others = mayAddProducts || mayAddCustomers || maySeeReports;
  if (!maySell && !others) return undefined;
  return (
    <div className={styles.quick}>
      {maySell && (
        <ButtonLink href={links.sell()} tone="primary" scale="lead" icon="basket">
          New Sale
        </ButtonLink>
      )}
      {others && (
        <div className={styles.others}>
          {mayAddProducts && (
            <ButtonLink href={links.addProduct()} scale="tile" icon="packagePlus">
              Add Product
            </ButtonLink>
          )}
          {mayAddCustomers && (
            <ButtonLink href={`${links.customers()}?add=1`} scale="tile" icon="userPlus">
              Add Customer
            </ButtonLink>
          )}
          {maySeeReports && (
            <ButtonLink href={links.reports()} scale="tile" icon="chart">
              View Reports
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}
