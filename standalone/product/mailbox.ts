import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import PostalMime from "postal-mime";

import { startSmtpSink } from "./smtp-sink.ts";

const MOST_KEPT = 500;
const MOST_SHOWN = 100;
const OWNER_ONLY = 0o600;

export type ShownMail = Readonly<{
  to: string;
  subject: string;
  sentAt: string;
  text: string;
}>;

/**
 * Keeps the emails of a product on the developer's machine in the data folder instead of sending
 * them.
 */
export async function openMailbox(dataDir: string) {
  const folder = join(dataDir, "mails");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.endsWith(".eml")).toSorted();

  const { url, close } = await startSmtpSink({
    onLetter: async (raw) => {
      // Names sort by time.
      const name = `${String(Date.now()).padStart(15, "0")}-${randomUUID()}.eml`;
      await writeFile(join(folder, name), raw, { mode: OWNER_ONLY, flag: "wx" });
      const old = (await names()).slice(0, -MOST_KEPT);
      await Promise.all(old.map((one) => rm(join(folder, one), { force: true })));
    },
  });
  return {
    url,
    close,
    /** Newest first. */
    newest: async (): Promise<ShownMail[]> => {
      const shown = (await names()).slice(-MOST_SHOWN).toReversed();
      return Promise.all(shown.map(async (name) => toShown(await readFile(join(folder, name)))));
    },
  };
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

async function toShown(raw: Buffer): Promise<ShownMail> {
  const { to = [], subject = "", date = "", text = "" } = await PostalMime.parse(raw);
  return {
    to: to.map(({ address = "" }) => address).join(", "),
    subject,
    sentAt: date,
    text,
  };
}
