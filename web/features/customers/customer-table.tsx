import type { CustomerItem } from "#kernel/contract/api/customer.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { customerName } from "#web/format/names.ts";
import { links } from "#web/links.ts";
import { isVisit } from "#web/state/session.ts";
import { useCan, useSession } from "#web/state/use-session.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import {
  Cell,
  CellTitle,
  type Column,
  Line,
  Narrow,
  ShortId,
  Table,
  TableRow,
  TitleLink,
} from "#web/ui/table/table.tsx";
import type { SortedColumns } from "#web/ui/table/use-sorting.tsx";

const COLUMNS: readonly Column[] = [
  { name: "Customer", kind: "title", width: "27%" },
  { name: "Contact", kind: "lines", width: "31%" },
  { name: "Address", kind: "wide" },
  { name: "Actions", kind: "actionsAbove" },
];

/**
 * For roles without access to contact data: they cannot tell whether the customer has an email
 * address.
 */
const HIDDEN = "Hidden for your role";

export type CustomerActions = {
  onEdit: (customer: CustomerItem) => void;
  onDelete: (customer: CustomerItem) => void;
};

type CustomerTableProps = CustomerActions & {
  customers: readonly CustomerItem[];
  writtenId: string | undefined;
  toColumn: SortedColumns;
};

export function CustomerTable({ customers, writtenId, toColumn, ...actions }: CustomerTableProps) {
  const seesContacts = useCan("see-contacts");
  // Support does not see what a person bought.
  const isVisiting = isVisit(useSession());
  return (
    <Table columns={COLUMNS.map(toColumn)}>
      {customers.map((customer) => {
        const address = seesContacts ? (customer.address ?? texts.customers.noAddress) : HIDDEN;
        return (
          <TableRow key={customer.id} chosen={customer.id === writtenId}>
            <Cell kind="title">
              {isVisiting ? (
                <CellTitle>{customerName(customer)}</CellTitle>
              ) : (
                <TitleLink
                  href={`${links.customers()}?${new URLSearchParams({ customer: customer.id })}`}
                >
                  {customerName(customer)}
                </TitleLink>
              )}
              <Line>
                Customer ID: <ShortId>{shortId(customer.id)}</ShortId>
              </Line>
            </Cell>
            <Cell kind="lines">
              {customer.phone !== null && <Line>{customer.phone}</Line>}
              {customer.email !== null && <Line>{customer.email}</Line>}
              <Narrow kind="line">{address}</Narrow>
            </Cell>
            <Cell kind="wide">{address}</Cell>
            <Cell kind="actionsAbove">
              <RowTools customer={customer} {...actions} />
            </Cell>
          </TableRow>
        );
      })}
    </Table>
  );
}

type RowToolsProps = CustomerActions & { customer: CustomerItem };

/** A customer is erased on their own page, because that can't be undone: here one slip would do it. */
function RowTools({ customer, onEdit, onDelete }: RowToolsProps) {
  const mayEdit = useCan("write-customers");
  const mayDelete = useCan("archive-customers");
  const name = customerName(customer);
  return (
    <>
      {mayEdit && (
        <IconButton icon="edit" label={`Edit ${name}`} onClick={() => onEdit(customer)} />
      )}
      {mayDelete && (
        <IconButton icon="delete" label={`Delete ${name}`} onClick={() => onDelete(customer)} />
      )}
    </>
  );
}
