import { join } from "node:path";

import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, expect, test } from "vitest";

import { openApis } from "#tests/integration/bad-input/apis.ts";
import { toOpenApi } from "#tests/kit/http/open-api/document.ts";

import { describedRoutes } from "./described-routes.ts";

const apis = await openApis();
afterAll(() => apis.close());

const FILE = join(import.meta.dirname, "../../../query-api/documentation/openapi.json");

test("the OpenAPI document matches the routers of both services (npm run suite openapi writes it)", async () => {
  const document = toOpenApi(describedRoutes(apis));
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(FILE);
});

test("API-14: the document that is served is valid OpenAPI 3.1", async () => {
  const answer = await apis.apps.query.inject("/docs/json");
  const validator = new Validator();
  expect(await validator.validate(answer.json())).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("its HTML page loads nothing, runs no script and names every path", async () => {
  const { statusCode, headers, body } = await apis.apps.query.inject("/docs");
  expect(statusCode).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(body).not.toMatch(/<script|<img|<link|https?:|\bon\w+=|style=/);
  for (const { url } of describedRoutes(apis)) {
    expect(body).toContain(`<code>${url.replace(/:(\w+)/g, "{$1}")}</code>`);
  }
});
