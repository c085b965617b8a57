import { queryOptions } from "@tanstack/react-query";

import { texts } from "#kernel/contract/texts.ts";
import { listCustomers } from "#web/api/customers.ts";
import { keys } from "#web/api/keys.ts";
import { notSavedText } from "#web/api/request-error.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { customerName } from "#web/format/names.ts";
import { RestoreDialog, useRestore } from "#web/parts/restore-dialog.tsx";

const deletedQuery = queryOptions({
  queryKey: keys.customers.archived,
  queryFn: async ({ signal }) => {
    const customers = await listCustomers("?archived=true", signal);
    return customers.map((customer) => ({
      id: customer.id,
      name: customerName(customer),
      about: customer.phone ?? customer.email ?? undefined,
    }));
  },
});

export function DeletedCustomers({ open, onClose }: { open: boolean; onClose: () => void }) {
  const list = useScreenQuery({ ...deletedQuery, enabled: open }, texts.customers);
  const restore = useRestore("/api/v1/customers", [
    keys.customers.all,
    keys.sales.all,
    keys.dashboard.all,
  ]);
  return (
    <RestoreDialog
      open={open}
      title="Deleted customers"
      none="No deleted customers"
      list={list}
      restore={restore}
      problem={restore.error === null ? undefined : notSavedText(restore.error)}
      onClose={onClose}
    />
  );
}
