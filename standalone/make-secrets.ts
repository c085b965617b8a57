import { composeSecrets } from "./compose-secrets.ts";

// npm run -s secrets > .env
for (const [name, value] of Object.entries(composeSecrets())) {
  process.stdout.write(`${name}=${value}\n`);
}
