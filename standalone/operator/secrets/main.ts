import { makeSignedHeadKey } from "#standalone/operator/signed-head-key/key-file.ts";

import { composeSecrets } from "./compose-secrets.ts";

// npm run -s secrets > .env
for (const [name, value] of Object.entries(composeSecrets())) {
  process.stdout.write(`${name}=${value}\n`);
}
// The signing key is a file beside it, and never overwritten.
await makeSignedHeadKey("secrets/checkpoint-key.pem", 0o644);
