import type { Lineage, LineageLine } from "#kernel/contract/api/lineage.ts";
import { formatMoney } from "#kernel/contract/money.ts";
import { dayText } from "#web/format/days.ts";
import { currencyOf } from "#web/format/money.ts";
import { shopTime } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { useNow } from "#web/state/past.ts";
import { useSession, useTimeZone } from "#web/state/use-session.ts";
import { Count, Sum } from "#web/ui/chart/money.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { Hint } from "#web/ui/form/field.tsx";
import { EmptyRow, Row, RowList } from "#web/ui/layout/panel.tsx";
import { TitleLink } from "#web/ui/table/table.tsx";

type EventListProps = { name: string; pages: readonly Lineage[] };

/** What each event added, with a running sum. The last sum is the figure. */
export function EventList({ name, pages }: EventListProps) {
  const first = pages[0];
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const lines = pages.flatMap((page) => page.lines);
  const figureOf = figuresOf(first);
  const sum = lines.at(-1)?.running ?? 0;
  const isWhole = last.next_cursor === null;
  return (
    <>
      <Hint>{aboutText(first)}</Hint>
      <RowList>
        {lines.map((line) => (
          <EventRow key={line.seq} line={line} figureOf={figureOf} />
        ))}
        {lines.length === 0 && <EmptyRow>No events yet.</EmptyRow>}
      </RowList>
      {isWhole && <Sum rows={[]} total={{ name, value: figureOf(last.value) }} scale="count" />}
      {isWhole && sum !== last.value && (
        <InlineAlert>These events add up to {figureOf(sum)}. Some are missing.</InlineAlert>
      )}
    </>
  );
}

type FigureOf = (value: number) => string;

const figuresOf =
  ({ unit, currency }: Lineage): FigureOf =>
  (value) =>
    unit === "minor" ? formatMoney(value, currencyOf(currency)) : value.toLocaleString("en-GH");

function aboutText({ from, to }: Lineage): string {
  const about = "The events behind this figure, oldest first.";
  if (from === null || to === null) return about;
  return `${about} ${from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`}.`;
}

/** "SaleRecorded" reads "Sale recorded". */
const eventText = (type: string): string =>
  type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function EventRow({ line, figureOf }: { line: LineageLine; figureOf: FigureOf }) {
  const zone = useTimeZone();
  const now = useNow();
  const me = useSession()?.user.id;
  const by = line.user_id === me ? "you" : (line.user_name ?? "former staff");
  return (
    <Row
      title={
        <TitleLink href={`${links.audit()}?event=${line.seq}`}>{eventText(line.type)}</TitleLink>
      }
      sub={
        <span>
          <time dateTime={line.occurred_at}>{shopTime(line.occurred_at, zone, now)}</time> · by {by}{" "}
          · event {line.seq}
        </span>
      }
      end={<Count>{signed(line.share, figureOf)}</Count>}
      endSub={`= ${figureOf(line.running)}`}
    />
  );
}

const signed = (share: number, figureOf: FigureOf): string =>
  `${share < 0 ? "−" : "+"} ${figureOf(Math.abs(share))}`;
