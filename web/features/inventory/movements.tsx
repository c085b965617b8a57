import { useInfiniteQuery, infiniteQueryOptions } from "@tanstack/react-query";

import { success } from "#kernel/contract/api/envelope.ts";
import { type StockMovementItem, StockMovementPage } from "#kernel/contract/api/product.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import type { Product } from "#web/api/products.ts";
import { isRefused } from "#web/api/request-error.ts";
import { hasFailed, useAskAgain } from "#web/api/use-screen-query.ts";
import { shopTime } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { NamedLevel } from "#web/parts/level-badge.tsx";
import { levelOf, stockOf } from "#web/parts/stock/counted.ts";
import { ofMoment, useNow } from "#web/state/past.ts";
import { useSession, useTimeZone } from "#web/state/use-session.ts";
import { useTrace } from "#web/state/use-trace.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Count } from "#web/ui/chart/money.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { Hint } from "#web/ui/form/field.tsx";
import { Row, RowList } from "#web/ui/layout/panel.tsx";
import { TitleLink } from "#web/ui/table/table.tsx";

const MovementPage = success(StockMovementPage);
const FIRST_PAGE = "";

/** Newest first, page by page. Fetched each time it is opened, since every sale adds to it. */
function movementsQuery(productId: string) {
  const { queryKey, at } = ofMoment(keys.products.movements(productId));
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const path = `/api/v1/products/${encodeURIComponent(productId)}/movements`;
      const query =
        pageParam === FIRST_PAGE ? "" : `?${new URLSearchParams({ cursor: pageParam })}`;
      return (await request(at(`${path}${query}`), MovementPage, { signal })).data;
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next_cursor: next }) => next,
    staleTime: 0,
  });
}

const KINDS: Record<StockMovementItem["kind"], string> = {
  opening: "Opening stock",
  adjustment: "Adjustment",
  count: "Count",
  sale: "Sale",
  void: "Sale voided",
};

const figure = (count: number): string => count.toLocaleString("en-GH");
const signed = (delta: number): string =>
  delta < 0 ? `− ${figure(-delta)}` : `+ ${figure(delta)}`;

export function Movements({ product }: { product: Product }) {
  const parts = product.unit?.per_unit ?? 1;
  const events = useTrace()(`Stock of ${product.name}`, { figure: "stock", about: product.id });
  return (
    <>
      <NamedLevel name={product.name} level={levelOf(product)}>
        {stockOf(product)}
      </NamedLevel>
      {events && <Button onClick={events.onPress}>History</Button>}
      {parts > 1 && (
        <Hint>
          Counted in parts: {figure(parts)} per {product.unit?.name}.
        </Hint>
      )}
      <MovementList productId={product.id} />
    </>
  );
}

function MovementList({ productId }: { productId: string }) {
  const options = movementsQuery(productId);
  const query = useInfiniteQuery(options);
  const again = useAskAgain(options.queryKey, query);
  const failed = hasFailed(query);
  if (query.data === undefined && !failed) {
    return <SkeletonRows rows={6} kind="list" label="Loading movements..." />;
  }
  const moves = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {query.data !== undefined && <Rows moves={moves} />}
      {failed && (
        <NotLoaded
          error={query.error ?? query.failureReason}
          busy={query.isRefetching}
          onAgain={again}
        />
      )}
      {!failed && query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

function Rows({ moves }: { moves: readonly StockMovementItem[] }) {
  if (moves.length === 0) return <p>No stock movements yet.</p>;
  return (
    <RowList>
      {moves.map((move) => (
        <Movement key={move.seq} move={move} />
      ))}
    </RowList>
  );
}

type NotLoadedProps = { error: Error | null; busy: boolean; onAgain: () => void };

function NotLoaded({ error, busy, onAgain }: NotLoadedProps) {
  return (
    <>
      <InlineAlert more={isRefused(error) ? error.message : undefined}>
        Couldn't load stock movements.
      </InlineAlert>
      <Button icon="refresh" busy={busy} onClick={onAgain}>
        {texts.tryAgain}
      </Button>
    </>
  );
}

/** The kind of movement; a sale links to its receipt. */
function Kind({ move: { kind, sale_id: saleId } }: { move: StockMovementItem }) {
  const name = KINDS[kind];
  return saleId === null ? name : <TitleLink href={links.sale(saleId)}>{name}</TitleLink>;
}

function Movement({ move }: { move: StockMovementItem }) {
  const zone = useTimeZone();
  const now = useNow();
  const me = useSession()?.user.id;
  const by = move.user_id === me ? "you" : move.user_name;
  const time = <time dateTime={move.occurred_at}>{shopTime(move.occurred_at, zone, now)}</time>;
  return (
    <Row
      title={<Kind move={move} />}
      sub={
        <>
          {time} {by !== null && `· by ${by}`}
        </>
      }
      text={move.reason ?? undefined}
      end={<Count>{signed(move.delta)}</Count>}
      endSub={`${figure(move.after)} after`}
    />
  );
}
