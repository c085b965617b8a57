import { connect } from "node:net";

const TIMEOUT_MS = 1_000;

/** Sends bytes to a local port; resolves with the first bytes of the answer, or undefined. */
const exchange = (port: number, bytes: Buffer): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: TIMEOUT_MS }, () => {
      socket.write(bytes);
    });
    const settle = (answer?: Buffer): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("data", settle);
    socket.once("error", () => settle());
    socket.once("timeout", () => settle());
    socket.once("close", () => settle());
  });

// A request of Kafka's protocol: length, then ApiVersions (18), version 0, correlation id 7, no client id.
const API_VERSIONS = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 7, 0xff, 0xff]);
const CORRELATION_AT = 4;

/** The broker opens its client port last: an answer means that it is ready. */
export const kafkaAnswers = async (port: number): Promise<boolean> => {
  const answer = await exchange(port, API_VERSIONS);
  return answer !== undefined && answer.length > 8 && answer.readInt32BE(CORRELATION_AT) === 7;
};

export const redisAnswers = async (port: number): Promise<boolean> => {
  const answer = await exchange(port, Buffer.from("PING\r\n"));
  return answer?.toString("utf8").startsWith("+PONG") === true;
};
