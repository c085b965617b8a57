import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { casesOf } from "#tests/integration/bad-input/cases.ts";
import { furnish } from "#tests/integration/bad-input/furnish.ts";
import type { Ids } from "#tests/integration/bad-input/row.ts";
import { METHODS } from "#tests/integration/command-api/routes/ask.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { createClient, type Request, type Response } from "#tests/kit/http/open-api/client.ts";
import { operationId } from "#tests/kit/http/open-api/document.ts";

import { describedRoutes } from "./described-routes.ts";

const apis = await openApis();
const { body: documentText } = await apis.apps.query.inject("/docs/json");
afterAll(() => apis.close());

const contentTypeOf = (header: unknown): string => String(header).split(";", 1)[0] ?? "";

/** Reads go to one service and writes to the other, as the reverse proxy sends them. */
const sendAs =
  (as: Identity) =>
  async ({ method, url, body }: Request): Promise<Response> => {
    const verb = METHODS.find((one) => one === method) ?? "GET";
    const isRead = verb === "GET" && !url.startsWith("/api/notifications/test-email");
    const answer = await apis.askOf[isRead ? "query" : "command"](verb, url, { as, body });
    return {
      status: answer.status,
      contentType: contentTypeOf(answer.headers["content-type"]),
      text: answer.text,
    };
  };

test("the document names every route of both routers", () => {
  const named = Object.keys(createClient(documentText, sendAs("owner")));
  process.stdout.write(`a client made from the document has ${named.length} calls\n`);
  expect(named.toSorted()).toEqual(describedRoutes(apis).map(operationId).toSorted());
});

describe.each(describedRoutes(apis).map((route) => [operationId(route), route] as const))(
  "%s",
  (id, { service, method, url }) => {
    const { row, as } = casesOf(`${service} ${method} ${url}`);
    let ids: Ids;
    beforeAll(async () => {
      ids = await furnish(apis, "owner");
    });

    const asked = (by: Identity) =>
      createClient(documentText, sendAs(by))[id]?.({
        parameters: { ...row.path?.(ids), ...row.query?.(ids) },
        body: row.body?.(ids),
      });

    test("API-14: is answered as the document says", async () => {
      const answer = await asked(as);
      expect([answer?.status, answer?.text]).toEqual([row.answers ?? 200, expect.any(String)]);
    });

    test.for(row.portal === "open" ? [] : [401])("is not refused with %i", async (status) => {
      expect((await asked("anonymous"))?.status).toBe(status);
    });
  },
);
