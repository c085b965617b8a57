import { describe, expect, test } from "vitest";

import { createLogger } from "#kernel/node/logging/logger.ts";

function captured() {
  const lines: string[] = [];
  const logger = createLogger(
    { service: "command-api", level: "info" },
    { write: (line: string) => lines.push(line) },
  );
  return { lines, logger };
}

const PLANTED = [
  "hunter2",
  "ama@example.com",
  "+233 24 412 3456",
  "0244123456",
  "4111 1111 1111 1111",
  "12 Oxford Street",
  "Ama",
  "Mensah",
  "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln",
];

const PERSON = {
  password: "hunter2",
  newPassword: "hunter2",
  token: "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln",
  email: "ama@example.com",
  to_email: "ama@example.com",
  phone: "+233 24 412 3456",
  address: "12 Oxford Street",
  first_name: "Ama",
  lastName: "Mensah",
  headers: { authorization: "Bearer hunter2", cookie: "sid=hunter2", "Set-Cookie": "hunter2" },
};

describe("the logger", () => {
  test("writes JSON with a UTC time, the level by name and the service, and no host", () => {
    const { lines, logger } = captured();
    logger.info({ route: "/api/sales.php" }, "request");
    const line: unknown = JSON.parse(lines[0] ?? "");
    expect(line).toMatchObject({
      level: "info",
      service: "command-api",
      route: "/api/sales.php",
      msg: "request",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(line).not.toHaveProperty("hostname");
  });

  test("removes secrets and personal data at any depth", () => {
    const { lines, logger } = captured();
    const text =
      "for ama@example.com, call +233 24 412 3456 or 0244123456, card 4111 1111 1111 1111";
    logger.info(PERSON, text);
    logger.info({ body: { deep: [{ customer: PERSON }] } });
    logger.child(PERSON).child({ email: "ama@example.com" }).warn("%s", text);
    logger.error(new Error(text, { cause: new Error("Bearer hunter2") }));
    logger.error({ err: Object.assign(new Error("duplicate key"), { detail: "(Ama, Mensah)" }) });
    logger.error({ problem: Object.assign(new Error("x"), { parameters: ["hunter2"] }) }, "failed");
    const written = lines.join("");
    expect(PLANTED.filter((secret) => written.includes(secret))).toEqual([]);
    expect(lines).toHaveLength(6);
  });

  test("leaves out the text that Postgres could not read, and keeps the rest of its error", () => {
    const { lines, logger } = captured();
    const message = 'invalid input syntax for type uuid: "Ama\nMensah"';
    const error = Object.assign(new Error(message), { severity: "ERROR", code: "22P02" });
    logger.error({ err: error }, "request failed");
    expect(lines.join("")).not.toMatch(/Ama|Mensah/);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      err: {
        message: "invalid input syntax for type uuid",
        code: "22P02",
        stack: expect.stringContaining("logger.test.ts"),
      },
    });
  });

  test("keeps what an operator needs", () => {
    const { lines, logger } = captured();
    const id = "00000000-0000-7000-8000-000000000001";
    const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), {
      code: "ECONNREFUSED",
    });
    logger.error(
      { tenantId: id, seq: 123456789012, err: new Error(`tenant ${id}`, { cause }) },
      "x",
    );
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      tenantId: id,
      seq: 123456789012,
      err: {
        message: `tenant ${id}`,
        stack: expect.stringContaining("logger.test.ts"),
        cause: { code: "ECONNREFUSED", message: "connect ECONNREFUSED 127.0.0.1:5432" },
      },
    });
  });

  test("cannot be made to write a second line", () => {
    const { lines, logger } = captured();
    logger.info({ a: 'x\r\n{"level":"fatal"}\u2028' }, 'y\r\n{"level":"fatal","msg":"forged"}\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd().split(/[\r\n\u0085]/)).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info" });
  });

  test("keeps its own fields when a field has the same name", () => {
    const { lines, logger } = captured();
    logger.info({ level: "fatal", service: "other", time: 0, pid: 0, a: 1 }, "x");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      level: "info",
      service: "command-api",
      a: 1,
    });
  });

  test("writes nothing below its level", () => {
    const { lines, logger } = captured();
    logger.debug("quiet");
    expect(lines).toEqual([]);
  });
});
