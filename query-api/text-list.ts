import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { mapInParts } from "#kernel/node/in-parts.ts";

import { answer, type AnswerOptions, type Reads } from "./answers.ts";
import { IS_NAMED } from "./ask.query.ts";
import { encodeCursor } from "./cursor.ts";
import { type Both, bothOf, type ListKey, type ListQuestion } from "./listing.ts";

// A list whose items are stored as the client gets them, as JSON text. It goes from the database to
// the client without being parsed and written again.

/** What such a list has besides its items: their number, and the key of the last one. */
export type TextPage = {
  total: number | null;
  count: number;
  /** How many of the items are rows of an older build, which stored no text. */
  rows: number;
} & { [Key in keyof ListKey]: ListKey[Key] | null };

/**
 * Prepares the list. Its table has a column `item`; `item` is SQL for the text of one item, and null
 * where the column is.
 */
export const textListOf = (list: ListQuestion, item: string): Both<TextPage> =>
  bothOf(
    {
      ...list,
      name: `${list.name}-text`,
      columns: `${list.columns}, ${list.table.split(" ")[1]}.item`,
      hasItems: true,
    },
    ({ before, total, rows, order, alias }) => `${before} select json_build_object(
        'total', ${total},
        'count', count(*),
        'rows', count(*) filter (where i.is_row),
        'place', (array_agg(i.place order by ${order}))[count(*)::int],
        'id', (array_agg(i.id order by ${order}))[count(*)::int]) as answer,
        string_agg(i.item, ',' order by ${order}) as items
      from (select ${alias}.place, ${alias}.id, ${alias}.item is null as is_row,
                   coalesce(${item}, concat('{"row":', row_to_json(${alias}), '}')) as item
              from (${rows}) ${alias}) i
     where ${IS_NAMED}`,
  );

type Asking<Row> = Omit<AnswerOptions<TextPage, Buffer>, "toData"> &
  Readonly<{ toItem: (row: Row) => object }>;

/** Answers with such a list; `toItem` gives the items of rows without a text. */
export async function answerWithText<Row extends object>(
  reads: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  { toItem, ...asking }: Asking<Row>,
): Promise<undefined> {
  const Items = z.array(z.custom<Readonly<{ row: Row }> | object>());
  const withoutRows = async (text: string): Promise<string> => {
    const items = Items.parse(JSON.parse(`[${text}]`));
    const texts = await mapInParts(items, (item) =>
      JSON.stringify("row" in item ? toItem(item.row) : item),
    );
    return texts.join(",");
  };
  const toData = async ({ rows }: TextPage, text: string): Promise<Buffer> =>
    toBytes(rows === 0 ? text : await withoutRows(text));
  const answered = await answer(reads, request, reply, { ...asking, toData });
  if (answered) await reply.type("application/json; charset=utf-8").send(answered.data);
}

const BEFORE = '{"success":true,"data":[';
const AFTER = "]}";

/** Bytes, because a long text would be copied twice more on its way to the socket. */
function toBytes(items: string): Buffer {
  const bytes = Buffer.allocUnsafe(BEFORE.length + Buffer.byteLength(items) + AFTER.length);
  bytes.write(BEFORE);
  bytes.write(items, BEFORE.length);
  bytes.write(AFTER, bytes.length - AFTER.length);
  return bytes;
}

export const textListHeaders =
  (size: number | null) =>
  ({ total, count, place, id }: TextPage) => ({
    ...(total === null ? {} : { "x-total-count": total }),
    ...(count === size && id !== null ? { "x-next-cursor": encodeCursor([place, id]) } : {}),
  });
