import { useState } from "react";

import { LevelBadge, NamedLevel } from "#web/parts/level-badge.tsx";
import { IconButton } from "#web/ui/button/button.tsx";
import { Count, Money } from "#web/ui/chart/money.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Facts } from "#web/ui/layout/facts.tsx";
import { FilterBar, PageHead, Toolbar } from "#web/ui/layout/page.tsx";
import {
  EmptyRow,
  LineRow,
  Panel,
  PanelPair,
  Row,
  RowList,
  Section,
} from "#web/ui/layout/panel.tsx";
import { ListTools } from "#web/ui/table/list-screen.tsx";
import { ListToolRow } from "#web/ui/table/list-tool-row.tsx";
import { PagerFoot } from "#web/ui/table/pager-foot.tsx";
import { Pager } from "#web/ui/table/pager.tsx";
import {
  Cell,
  CellTitle,
  Line as QuietLine,
  Narrow,
  ShortId,
  Table,
  TableRow,
  TitleButton,
  TitleLink,
} from "#web/ui/table/table.tsx";

import { Group } from "./group.tsx";

const NOTHING = () => undefined;
const COLUMNS = [
  { name: "Product", kind: "title" },
  { name: "Price", kind: "money" },
  { name: "Stock", kind: "meta" },
  { name: "Actions", kind: "actions" },
] as const;

export function Tables() {
  const [page, setPage] = useState(1);
  return (
    <Group title="A table">
      <Table columns={COLUMNS}>
        {[false, true].map((chosen) => (
          <TableRow key={String(chosen)} chosen={chosen}>
            <Cell kind="title">
              <CellTitle more="400 g tin">
                <TitleButton onClick={NOTHING}>Milo 400g</TitleButton>
              </CellTitle>
              <QuietLine>
                <Narrow kind="dotted">Active</Narrow> <ShortId>41d07be9</ShortId>
              </QuietLine>
            </Cell>
            <Cell kind="money">
              <Money minor={123_450} currency="GHS" scale="row" />
            </Cell>
            <Cell kind="meta">
              <LevelBadge level="low">6 units</LevelBadge>
              <Count>6</Count>
            </Cell>
            <Cell kind="actions">
              <IconButton icon="edit" label="Edit Milo 400g" />
            </Cell>
          </TableRow>
        ))}
      </Table>
      <Pager page={page} pageSize={10} count={32} onPage={setPage} />
      <PagerFoot grows page={page} pageSize={10} count={32} onPage={setPage} />
      <ListToolRow onImport={NOTHING} onDeleted={NOTHING} fetchFile={async () => undefined} />
      <ListTools onStarter={NOTHING} />
    </Group>
  );
}

export function Rows() {
  return (
    <Group title="Rows">
      <NamedLevel name="Peak Milk 400g" level="low">
        6 left
      </NamedLevel>
      <RowList>
        <Row
          title="Kwame Boateng"
          sub="3 items, cash"
          text="Written by a customer"
          end={<Money minor={14_900} currency="GHS" />}
          endSub="11:42"
        />
        <Row title={<TitleLink href="#main">Sale</TitleLink>} sub="21 Nov, 11:42" end="− 2" />
        <LineRow title="Titus Sardines 125g" note="GH₵16.00" end="Out of stock" />
        <EmptyRow>All products well stocked!</EmptyRow>
      </RowList>
      <Facts
        facts={[
          { name: "Plan", value: "Free" },
          { name: "Products", value: "64 of 100" },
        ]}
      />
    </Group>
  );
}

export function Frames() {
  const words = <TextField label="Words" defaultValue="milo" />;
  return (
    <Group title="Heads and frames">
      <PageHead title="Products">
        <IconButton icon="refresh" label="Refresh" />
      </PageHead>
      <Toolbar search={words} count="3 of 164 products" />
      <FilterBar search={words} filter={<span>All</span>} />
      <PanelPair>
        <Section title="Recent sales">
          <Panel>A panel</Panel>
        </Section>
        <Section title="Low stock">
          <Panel>Beside it</Panel>
        </Section>
      </PanelPair>
    </Group>
  );
}
