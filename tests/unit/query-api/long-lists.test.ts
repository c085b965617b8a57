import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { createHttpApp, type HttpApp } from "#kernel/node/http/server.ts";
import { mapInParts } from "#kernel/node/in-parts.ts";
import { createLogger } from "#kernel/node/logging/logger.ts";
import { serializeInParts } from "#query-api/serialize-in-parts.ts";

const Item = z.object({ id: z.int(), note: z.nullable(z.string()) });
const LISTS = { "/short": 50, "/long": 995 };
const itemsOf = (length: number) =>
  Array.from({ length }, (_, id) => ({ id, note: id % 2 === 0 ? null : `"note" ${id}` }));

let app: HttpApp;
/** Turns of the event loop in which items were mapped. */
let turns: Set<number>;
let turn = 0;

function startCounting(): () => void {
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  return () => clearImmediate(next);
}

beforeAll(async () => {
  app = createHttpApp({ logger: createLogger({ service: "test", level: "silent" }) });
  serializeInParts(app);
  for (const [path, length] of Object.entries(LISTS)) {
    app.get(path, { schema: { response: { 200: success(z.array(Item)) } } }, async () => {
      turns = new Set();
      const data = await mapInParts(itemsOf(length), (item) => {
        turns.add(turn);
        return { ...item, secret: "s3cret" };
      });
      return { success: true as const, data };
    });
  }
  await app.ready();
});
afterAll(() => app.close());

test.each([
  ["/short", 1],
  ["/long", 100],
] as const)(
  "the list %s is mapped in %i turns, and its text is that of the whole",
  async (path, parts) => {
    const stop = startCounting();
    const answer = await app.inject(path);
    stop();
    expect(answer.body).toBe(JSON.stringify({ success: true, data: itemsOf(LISTS[path]) }));
    expect(turns.size).toBe(parts);
  },
);
