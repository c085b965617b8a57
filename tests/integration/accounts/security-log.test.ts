import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openAccountSuite } from "#tests/integration/command-api/account-store/account-api.ts";
import { registered } from "#tests/integration/command-api/account-store/accounts.ts";
import { registeredWithTotp } from "#tests/integration/command-api/account-store/second-factors.ts";

let suite: Awaited<ReturnType<typeof openAccountSuite>>;

beforeAll(async () => {
  suite = await openAccountSuite();
});
afterAll(() => suite.close());

const SECRET = "s3cret-guess";

describe("the access log", () => {
  test("failed sign-ins, lock-outs and missing rights are logged, without secrets", async () => {
    const owner = await registered(suite.api);
    const person = await registeredWithTotp(suite.api);
    const before = await lines();
    for (let n = 0; n < 20; n++) {
      await suite.api.signIn(n % 2 === 0 ? owner.email : `stranger${n}@example.com`, SECRET);
    }
    for (let n = 0; n < 7; n++) await suite.api.signInWith(person.email, person.password, "000000");
    await suite.api.who(owner.token, "/platform/who");
    await suite.api.call(owner.token, "PUT", "/api/v1/account/password", {
      current_password: SECRET,
      new_password: "a new password",
    });
    await suite.api.post("/api/v1/auth/reset-password", { token: SECRET, password: SECRET });

    const written = (await lines()).slice(before.length);
    const results = written.map(({ action, result }) => `${action} ${result}`);
    const count = (line: string) => results.filter((one) => one === line).length;
    expect({
      wrong: count("sign-in wrong-credentials"),
      code: count("sign-in totp-wrong"),
      tooMany: count("sign-in too-many-requests"),
      refused: count("refused-right refused"),
      link: count("password-reset link-invalid"),
    }).toEqual({ wrong: 20, code: 5, tooMany: 2, refused: 2, link: 1 });
    const hashed = written.filter(({ action }) => action === "sign-in");
    expect(hashed.every(({ hash }) => hash === 64)).toBe(true);

    const everything = JSON.stringify([
      written,
      await suite.database.rows("select e::text from es.events e"),
    ]);
    const secrets = [SECRET, owner.email, owner.password, owner.token, person.secret, "stranger"];
    const leaked = secrets.filter((secret) => everything.includes(secret));
    const lockOuts = await suite.database.rows(
      "select data->>'userId' from es.events where type = 'LockedOut'",
    );
    process.stdout.write(
      `${written.length} of 30 in the access log, ${lockOuts.length} lock-out in the log, ${leaked.length} secrets\n`,
    );
    expect([written.length, lockOuts, leaked]).toEqual([30, [[person.user.id]], []]);
  });
});

type Line = Readonly<{ action: string; result: string; hash: number | null; whole: string }>;

async function lines(): Promise<Line[]> {
  const rows = await suite.database.rows(
    `select action, result, length(actor_hash), l::text from audit.access_log l order by at_ms, id`,
  );
  return rows.map((row) => {
    const [action, result, hash, whole] = Array.isArray(row) ? row : [];
    return {
      action: String(action),
      result: String(result),
      hash: typeof hash === "number" ? hash : null,
      whole: String(whole),
    };
  });
}
