import { afterAll, expect } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { toJson } from "#tests/integration/bad-input/bad-values.ts";
import { withValue } from "#tests/integration/bad-input/with-value.ts";
import type { Answer } from "#tests/integration/command-api/routes/ask.ts";
import { row } from "#tests/scorecard/row.ts";

import { forEach, type RouteAtWork, routesAtWork, takesBody } from "./routes-at-work.ts";

const lines: string[] = [];
const apis = await openApis({ logLine: (line) => void lines.push(line) });
afterAll(() => apis.close());
const routes = (await routesAtWork(apis)).filter(({ row: own }) => own.isLast !== true);

const PASSWORD = "zplanted-horse-battery";
const EMAIL = "zplanted.person@secret.example";
const CARD = "4111 1111 1111 1111";
const PHONE = "+233 20 123 4567";
const NAME = "Zplanted Mensah";
const ADDRESS = "77 Zplanted Street";
const FORGED = 'Zplanted\r\n{"level":"error","message":"zforged"}';

/** What no log line and no error may show; card and phone also without their blanks. */
const SECRETS = /zplanted|zforged|4111 ?1111|20 ?123 ?4567/i;
/** Stack traces and the text of statements. */
const INSIDES =
  /\n\s*at |node_modules|\.ts:\d+|\b(?:select|insert|update|delete) [^"]*\b(?:from|into|set)\b/i;

/** The planted text for a field. */
function plantFor(path: string, kind: string): string {
  if (/password|totp|code|token|secret|key/i.test(path)) return PASSWORD;
  if (/email/i.test(`${path}${kind}`)) return EMAIL;
  if (/phone/i.test(path)) return PHONE;
  if (/address/i.test(path)) return ADDRESS;
  if (/note|reason|message|description|footer/i.test(path)) return `${NAME}, card ${CARD}`;
  return /name/i.test(path) ? NAME : FORGED;
}

const HEADERS = {
  "user-agent": `${NAME} ${EMAIL}`,
  "x-request-id": PASSWORD,
  referer: `https://tillbook.example/?email=${EMAIL}`,
};

/** Every answer of 4xx and 5xx to the plants, in all fields, parameters, paths and headers. */
async function plantEverywhere(): Promise<Answer[]> {
  const refused: Answer[] = [];
  const keep = async (answer: Promise<Answer>): Promise<void> => {
    const { status } = await answer;
    if (status >= 400) refused.push(await answer);
  };
  await forEach(routes, async (route) => {
    await keep(route.ask({ path: { id: EMAIL, sid: PASSWORD }, headers: HEADERS }));
    await keep(route.askAt(`email=${EMAIL}&token=${PASSWORD}&phone=${encodeURIComponent(PHONE)}`));
    await keep(route.ask({ headers: { ...HEADERS, authorization: `Bearer ${PASSWORD}` } }));
    for (const [name, kind] of route.parameters) {
      await keep(route.ask({ query: { [name]: plantFor(name, kind) }, headers: HEADERS }));
    }
    if (takesBody(route)) await plantInBody(route, keep);
  });
  return refused;
}

async function plantInBody(
  route: RouteAtWork,
  keep: (answer: Promise<Answer>) => Promise<void>,
): Promise<void> {
  const plants = route.fields.map(([path, kind]) => [path, plantFor(path, kind)] as const);
  for (const [path, text] of plants) await keep(route.askWith(path, text));
  let whole: unknown = route.body();
  // A text in place of an object leaves no place for the fields of that object.
  for (const [path, text] of plants) {
    const isLeaf = !plants.some(([other]) => other.startsWith(`${path}.`));
    if (isLeaf) whole = withValue(whole, path, text);
  }
  await keep(route.ask({ text: toJson(whole), headers: HEADERS }));
  await keep(route.ask({ text: `${toJson(whole).slice(0, -1)},` }));
  await keep(route.ask({ text: toJson({ unknown: CARD, ...Object(whole) }) }));
}

/** The same while every write fails in the database, whose errors name the values. */
async function plantInFailingWrites(): Promise<Answer[]> {
  await apis.query(
    `create function es.fails() returns trigger language plpgsql
       as $$ begin raise exception 'a check failed' using detail = format('Failing row contains %s', new); end $$;
     create trigger fails before insert on es.events for each row execute function es.fails();
     create trigger fails before insert or update on auth.users for each row execute function es.fails()`,
  );
  const refused = await plantEverywhere();
  // Dropping the trigger of es.events can end in a deadlock with the projector's queries.
  await apis.query(
    `create or replace function es.fails() returns trigger language plpgsql
       as $$ begin return new; end $$`,
  );
  return refused;
}

row(39, "secrets and personal data in logs and errors", async ({ figure, control }) => {
  const refused = await plantEverywhere();
  const failing = await plantInFailingWrites();
  const failed = failing.filter(({ status }) => status >= 500);
  expect(failed.length).toBeGreaterThan(10);
  expect(refused.length).toBeGreaterThan(300);
  expect(lines.length).toBeGreaterThan(1_000);

  const shown = lines.filter((line) => SECRETS.test(line));
  expect(shown).toEqual([]);
  figure(`planted texts in ${lines.length} log lines`, shown.length, { exactly: 0 });
  const errors = [...refused, ...failing].map(({ text }) => text);
  const told = errors.filter((text) => SECRETS.test(text));
  expect(told).toEqual([]);
  figure(`planted texts in ${errors.length} errors`, told.length, { exactly: 0 });
  const traces = errors.filter((text) => INSIDES.test(text));
  expect(traces).toEqual([]);
  figure("stack traces and statements in them", traces.length, { exactly: 0 });

  const before = lines.length;
  apis.logger.info(`signed in with ${PASSWORD}`);
  apis.logger.info({ note: `moved to ${ADDRESS}` }, "profile");
  const found = lines.slice(before).filter((line) => SECRETS.test(line));
  control("planted log lines that are found", found.length, { exactly: 2 });
});
