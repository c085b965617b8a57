import { useCan } from "#web/api/use-session.ts";
import { links } from "#web/app/links.ts";
import { ButtonLink } from "#web/ui/button.tsx";

import * as styles from "./dashboard.css.ts";

export function QuickActions() {
  const maySell = useCan("record-sale");
  const mayAddProducts = useCan("write-products");
  const mayAddCustomers = useCan("write-customers");
  if (!maySell && !mayAddProducts && !mayAddCustomers) return undefined;
  return (
    <div className={styles.quick}>
      {maySell && (
        <ButtonLink href={links.newSale()} tone="primary" scale="lead" icon="basket">
          New Sale
        </ButtonLink>
      )}
      {mayAddProducts && (
        <ButtonLink href={links.addProduct()} scale="lead" icon="packagePlus">
          Add Product
        </ButtonLink>
      )}
      {mayAddCustomers && (
        <ButtonLink href={links.addCustomer()} scale="lead" icon="userPlus">
          Add Customer
        </ButtonLink>
      )}
    </div>
  );
}
