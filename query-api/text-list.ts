import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";

import { mapInParts } from "#kernel/node/in-parts.ts";

import { answer, type AnswerOptions, type Reads } from "./answers.ts";
import { IS_NAMED } from "./ask.query.ts";
import { encodeCursor } from "./cursor.ts";
import { type Both, bothOf, type ListKey, type ListQuestion } from "./listing.ts";

// A list whose items come from the database as the client gets them, as JSON text: stored so, or
// written by SQL. They are not parsed and written again.

/** What such a list has besides its items: their number, and the key of the last one. */
export type TextPage = {
  total: number | null;
  count: number;
  /** How many of the items are rows of an older build, which stored no text. */
  rows: number;
} & { [Key in keyof ListKey]: ListKey[Key] | null };

/** SQL for the JSON text of one item of a list, from its row. */
type ItemText = Readonly<{
  sql: string;
  /** The column that the text comes from. Rows of an older build have null in it, and so has `sql`. */
  stored?: string;
}>;

/** SQL: a text that may be null, as JSON. */
export const textOrNull = (column: string): string => `coalesce(to_json(${column})::text, 'null')`;

/** SQL: ms as `Date.toISOString` writes them. */
export const isoTime = (ms: string): string =>
  `to_char(timestamp 'epoch' + ${ms} * interval '1 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Prepares the list. */
export const textListOf = (list: ListQuestion, { sql, stored }: ItemText): Both<TextPage> =>
  bothOf(
    {
      ...list,
      name: `${list.name}-text`,
      ...(stored && { columns: `${list.columns}, ${list.table.split(" ")[1]}.${stored}` }),
      hasItems: true,
    },
    ({ before, total, rows, order, alias }) => `${before} select json_build_object(
        'total', ${total},
        'count', count(*),
        'rows', ${stored ? "count(*) filter (where i.is_row)" : "0"},
        'place', (array_agg(i.place order by ${order}))[count(*)::int],
        'id', (array_agg(i.id order by ${order}))[count(*)::int]) as answer,
        string_agg(i.item, ',' order by ${order}) as items
      from (select ${alias}.place, ${alias}.id, ${stored ? withRows({ sql, stored, alias }) : `${sql} as item`}
              from (${rows}) ${alias}) i
     where ${IS_NAMED}`,
  );

const withRows = ({ sql, stored, alias }: Required<ItemText> & { alias: string }): string => `
  ${alias}.${stored} is null as is_row,
  coalesce(${sql}, concat('{"row":', row_to_json(${alias}), '}')) as item`;

type Asking<Row> = Omit<AnswerOptions<TextPage, Buffer>, "toData"> &
  Readonly<{
    /** Gives the items of rows without a text, if there are such rows. */
    toItem?: (row: Row) => object;
  }>;

/** Answers with such a list. */
export async function answerWithText<Row extends object>(
  reads: Reads,
  request: FastifyRequest,
  reply: FastifyReply,
  { toItem = (row) => row, ...asking }: Asking<Row>,
): Promise<undefined> {
  const withoutRows = async (text: string): Promise<string> => {
    const Items = z.array(z.custom<Readonly<{ row: Row }> | object>());
    const items = Items.parse(JSON.parse(`[${text}]`));
    const texts = await mapInParts(items, (item) =>
      JSON.stringify("row" in item ? toItem(item.row) : item),
    );
    return texts.join(",");
  };
  const toData = async ({ rows }: TextPage, text: string): Promise<Buffer> =>
    toBytes(rows === 0 ? text : await withoutRows(text));
  await answer(reads, request, reply, { ...asking, toData });
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
