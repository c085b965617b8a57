import { withProxiedApis } from "#tests/faults/drills/proxied-apis.ts";
import { loseSessionStore, refused } from "#tests/faults/drills/session-store.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

describeWith(["postgres"], "the sessions cannot be reached", () => {
  row(22, "a store that refuses connections is 503 on every route, and signs no one out", (proof) =>
    withProxiedApis((apis, { url, proxy }) => loseSessionStore(apis, url, refused(proxy), proof)),
  );
});
