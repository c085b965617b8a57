import { useQuery } from "@tanstack/react-query";

import { shortId } from "#kernel/contract/ids.ts";
import { customersQuery } from "#web/api/customers.ts";
import { productsQuery } from "#web/api/products.ts";
import { auditLinks } from "#web/features/audit/audit-links.ts";
import * as styles from "#web/features/audit/audit.css.ts";
import { kindText } from "#web/features/audit/event-words.ts";
import { customerName } from "#web/format/names.ts";
import { IconButton, TextLink } from "#web/ui/button/button.tsx";

import { ABOUT, type About, type EventFilter } from "./event-filter.ts";

type AboutChosenProps = { filter: EventFilter; onLeave: (about: About) => void };

/** The chosen subject with links to its history and back to all events. */
export function AboutChosen({ filter, onLeave }: AboutChosenProps) {
  return ABOUT.map((about) => {
    const id = filter[about];
    if (id === undefined) return undefined;
    return (
      <p key={about} className={styles.chosen}>
        <span>
          About <Name about={about} id={id} />
        </span>
        <TextLink href={auditLinks.story(about, id)}>History</TextLink>
        <IconButton
          icon="close"
          label={`Remove the ${about} filter`}
          onClick={() => onLeave(about)}
        />
      </p>
    );
  });
}

function Name({ about, id }: { about: About; id: string }) {
  const { data: products } = useQuery({ ...productsQuery(), enabled: about === "product" });
  const { data: customers } = useQuery({ ...customersQuery(), enabled: about === "customer" });
  const product = products?.find((one) => one.id === id);
  const customer = customers?.find((one) => one.id === id);
  if (product !== undefined) return product.name;
  return customer === undefined ? `${kindText(about)} ${shortId(id)}` : customerName(customer);
}
