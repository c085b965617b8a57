import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";

import * as z from "zod/mini";

import { EmailInput, NewPassword } from "#kernel/contract/api/auth.ts";
import { createPasswords } from "#kernel/node/crypto/passwords.ts";
import { createPool } from "#kernel/node/postgres/connections.ts";
import { systemClock } from "#kernel/node/time.ts";

import { adminConfig } from "./config.ts";
import { createSuperAdmin, type SuperAdmin } from "./super-admin.ts";

// Usage: `npm run admin:create -- --email you@example.com`. The password comes from standard input,
// because arguments are visible in the process list and the shell history.

const config = adminConfig(process.env);
const { values } = parseArgs({ options: { email: { type: "string", default: "" } } });
if (process.stdin.isTTY) process.stdout.write("Password, then Enter and Ctrl-D: ");
const typed = await text(process.stdin);
const input = z.object({ email: EmailInput, password: NewPassword }).safeParse({
  email: values.email,
  password: typed.replace(/\r?\n$/, ""),
});

const problem = input.success
  ? await create(input.data)
  : input.error.issues.map(({ message }) => message).join("\n");
process.stdout.write(`${problem ?? "The super admin can now sign in at /auth/super-admin."}\n`);
if (problem !== undefined) process.exitCode = 1;

async function create(admin: SuperAdmin): Promise<string | undefined> {
  const pool = createPool({
    url: config.DATABASE_URL,
    role: "account_writer",
    password: config.DB_PASSWORD_ACCOUNT_WRITER,
    max: 1,
  });
  try {
    const passwords = await createPasswords();
    const outcome = await createSuperAdmin({ pool, passwords, clock: systemClock }, admin);
    return typeof outcome === "string"
      ? undefined
      : `No super admin was created: ${outcome.rejected}`;
  } finally {
    await pool.end();
  }
}
