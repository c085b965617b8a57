import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { SMTPServer } from "smtp-server";

export type SmtpSink = Readonly<{ url: string; close: () => Promise<void> }>;

type SinkOptions = Readonly<{
  /** Receives every email as it was sent. The sender gets its reply once this resolves. */
  onLetter: (raw: Buffer, recipients: readonly string[]) => Promise<void>;
}>;

const MOST_BYTES = 1024 * 1024;

/** A mail server on this machine that accepts every email and sends none. */
export async function startSmtpSink({ onLetter }: SinkOptions): Promise<SmtpSink> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    size: MOST_BYTES,
    logger: false,
    onData: (stream, { envelope }, done) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      void take({ stream, recipients, onLetter, done });
    },
    onAuth: (_auth, _session, done) => done(null, { user: "anybody" }),
  });
  // A client that hangs up must not end the server.
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Taking = SinkOptions &
  Readonly<{
    stream: Readable;
    recipients: readonly string[];
    done: (error: Error | null) => void;
  }>;

async function take({ stream, recipients, onLetter, done }: Taking): Promise<void> {
  try {
    await onLetter(await buffer(stream), recipients);
    done(null);
  } catch (error) {
    done(toError(error));
  }
}

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error("not taken", { cause: error });
