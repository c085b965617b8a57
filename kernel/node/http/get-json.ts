import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { json } from "node:stream/consumers";

export type FetchedBatch = Readonly<{ status: number; body: unknown }>;

type Call = Readonly<{ token: string; withinMs: number }>;

/** Gets JSON from another server. Follows no redirect: the token is for that server alone. */
export function getJson(url: URL, { token, withinMs }: Call): Promise<FetchedBatch> {
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { headers, agent: false, signal: AbortSignal.timeout(withinMs) },
      (response) => {
        json(response).then(
          (body: unknown) => resolve({ status: response.statusCode ?? 0, body }),
          reject,
        );
      },
    );
    asking.once("error", reject);
    asking.end();
  });
}
