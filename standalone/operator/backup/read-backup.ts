import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

import type * as z from "zod/mini";

import type { BackupSecret } from "./backup-secret.ts";
import { type ByteReader, createByteReader } from "./byte-reader.ts";
import { End, END_OF_ROWS, Manifest, TableHead } from "./contents.ts";
import { BrokenBackup, unsealed } from "./sealed-stream.ts";

export type BackupTable = TableHead & Readonly<{ rows: AsyncIterable<Buffer> }>;

export type OpenedBackup = Readonly<{
  manifest: Manifest;
  /** In the order of the file; each must be read to its end before the next. */
  tables: AsyncIterable<BackupTable>;
  /** The row count of each table, available after all tables are read. */
  rowCounts: () => Readonly<Record<string, number>>;
}>;

const LONGEST_LINE = 1 << 30;

/** Reads on demand with little memory. Throws a `BrokenBackup` if the file was changed. */
export async function openBackup(path: string, secret: BackupSecret): Promise<OpenedBackup> {
  const reader = createByteReader(unpacked(path, secret));
  const manifest = await readLine(reader, Manifest);
  let counts: Readonly<Record<string, number>> = {};

  async function* tables(): AsyncGenerator<BackupTable> {
    for (;;) {
      const text = await reader.takeLine(LONGEST_LINE);
      const value: unknown = text === undefined ? undefined : JSON.parse(text);
      const end = End.safeParse(value).data;
      if (end) {
        counts = end.rows;
        break;
      }
      const head = TableHead.safeParse(value).data;
      if (!head) throw unreadable();
      yield { ...head, rows: rowsOf(reader) };
    }
    // Reads to the end of the stream, because only that proves that the file is complete.
    if ((await reader.takeSome()) !== undefined) throw unreadable();
  }
  return { manifest, tables: tables(), rowCounts: () => counts };
}

/** Reads the whole file once and checks that it is unchanged and complete. */
export async function checkBackup(path: string, secret: BackupSecret): Promise<Manifest> {
  const { manifest, tables } = await openBackup(path, secret);
  for await (const { rows } of tables) {
    for await (const _ of rows);
  }
  return manifest;
}

function unpacked(path: string, secret: BackupSecret): AsyncIterable<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  // An error in either stream ends the other and reaches the reader.
  return pipeline(Readable.from(unsealed(file, secret)), createGunzip(), () => undefined);
}

async function readLine<Schema extends z.ZodMiniType>(
  reader: ByteReader,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await reader.takeLine(LONGEST_LINE);
  const { data } = schema.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (data === undefined) throw unreadable();
  return data;
}

const MARK = Buffer.from(`\n${END_OF_ROWS}`);

/** The end mark is on its own line; a row that looks like it has its backslash doubled. */
async function* rowsOf(reader: ByteReader): AsyncGenerator<Buffer> {
  // Begins with the line feed before the first row, so that an empty table is no special case.
  let held: Buffer = Buffer.from("\n");
  let isFirst = true;
  for (;;) {
    const piece = await reader.takeSome();
    if (!piece) throw unreadable();
    const all = Buffer.concat([held, piece]);
    const at = all.indexOf(MARK);
    const end = at >= 0 ? at + 1 : Math.max(0, all.length - MARK.length + 1);
    const rows = all.subarray(isFirst ? 1 : 0, end);
    if (end > 0) isFirst = false;
    if (rows.length > 0) yield rows;
    if (at >= 0) {
      reader.putBack(all.subarray(at + MARK.length));
      return;
    }
    held = all.subarray(end);
  }
}

const unreadable = (): BrokenBackup =>
  new BrokenBackup("The backup opens, but this version cannot read what is in it.");
