// Loaded before everything else by `npm start`, in the syntax of every Node: an older one would fail
// at the first line of TypeScript, with a stack that does not say why.
if (!process.features.typescript) {
  process.stderr.write(
    `Tillbook needs Node 24 or later, this is ${process.version}: run "npm ci", which installs one.\n`,
  );
  process.exit(1);
}

// The compiled code is kept, so that the next start does not compile it again.
const folder = `${__dirname}/../node_modules/.cache/compiled`;
require("node:module").enableCompileCache(folder);
