import type { Route } from "playwright-core";

/** Sends the request twice, as a network that has lost the first answer, and answers as the second time. */
export async function sendTwice(route: Route): Promise<void> {
  await route.fetch();
  await route.fulfill({ response: await route.fetch() });
}
