import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect } from "vitest";

import { SignInResult } from "#kernel/contract/api/auth.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { type Standalone, startStandalone } from "#tests/kit/product/standalone-process.ts";
import { openTill, request } from "#tests/kit/product/till.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { type FuzzReport, fuzz } from "#tests/kit/services/schemathesis.ts";
import { row } from "#tests/scorecard/row.ts";

const START_WITHIN_MS = 180_000;
const LONG_MS = 1_200_000;
const EXAMPLES = 20;

const PLATFORM = "super-admin|/platform/";
/** Endless streams, long files, and the end of the session that asks. */
const LEFT_OUT = "/live$|/logout$|/audit/export$|/audit/verify$";

const FORBIDDEN = {
  ServerError: "answers of 5xx",
  IgnoredAuth: "accepted without a session",
  AcceptedNegativeData: "accepted against the document",
  UseAfterFree: "found after their deletion",
} as const;

const countOf = (reports: readonly FuzzReport[], type: string): number =>
  reports
    .flatMap(({ failures }) => failures)
    .filter((failure) => failure.type === type)
    .reduce((sum, { count }) => sum + count, 0);

describeWith(["postgres"], "random input to the API", () => {
  let folder = "";
  let product: Standalone;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tillbook-fuzz-"));
    product = await startStandalone(folder, LIMITLESS);
  }, START_WITHIN_MS);
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function superAdmin(): Promise<string> {
    const found = (await product.signIns()).find(({ email }) => email.startsWith("admin@"));
    const answer = await request(product.url, "POST", "/auth/super-admin-login.php", {
      body: found,
    });
    return SignInResult.parse(answer.body).token;
  }

  row(
    31,
    "as Schemathesis draws it from the OpenAPI document",
    async ({ seed, figure, control }) => {
      const till = await openTill(product.url, "Random shop");
      const milo = await till.addProduct("Milo", 100);
      expect((await till.sell([{ productId: milo, quantity: 1 }])).status).toBe(200);
      const common = { document: `${product.url}/docs/json`, seed, examples: EXAMPLES, folder };
      const reports = [
        await fuzz({ ...common, token: till.token, without: `${PLATFORM}|${LEFT_OUT}` }),
        await fuzz({ ...common, token: await superAdmin(), only: PLATFORM }),
      ];
      const sumOf = (count: (report: FuzzReport) => number) =>
        reports.reduce((sum, report) => sum + count(report), 0);
      const tested = sumOf(({ operations }) => operations.tested);
      const cases = sumOf(({ test_cases: { generated } }) => generated);
      expect(tested).toBeGreaterThan(80);
      expect(cases).toBeGreaterThan(5_000);
      process.stdout.write(reports.map(({ output }) => output.slice(-4_000)).join("\n"));
      for (const [type, what] of Object.entries(FORBIDDEN)) {
        figure(`${what} in ${cases} requests to ${tested} routes`, countOf(reports, type), {
          exactly: 0,
        });
      }

      const careless = await openCareless();
      const report = await fuzz({ ...common, document: careless.url, token: "any" });
      await careless.close();
      for (const type of ["ServerError", "IgnoredAuth", "AcceptedNegativeData"] as const) {
        const what = `${FORBIDDEN[type]}, of a careless server`;
        control(what, countOf([report], type), { atLeast: 1 });
      }
    },
    LONG_MS,
  );
});

const CARELESS_DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Careless", version: "1" },
  security: [{ bearer: [] }],
  paths: {
    "/things": {
      post: {
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { name: { type: "string", maxLength: 5 } },
                required: ["name"],
                additionalProperties: false,
              },
            },
          },
        },
        responses: { 200: { description: "Success." }, default: { description: "Refused." } },
      },
    },
  },
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
};

const answer = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

/** A server that checks neither sessions nor bodies, and fails where a field is missing. */
async function openCareless() {
  const server = createServer((asked, response) => {
    if (asked.method === "GET") return answer(response, 200, CARELESS_DOCUMENT);
    let text = "";
    asked.on("data", (part: Buffer) => (text += part.toString()));
    return asked.on("end", () => answer(response, text.includes('"name"') ? 200 : 500, {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/docs/json`,
    close: async (): Promise<void> => {
      server.close();
      await once(server, "close");
    },
  };
}
