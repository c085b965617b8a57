// Loaded before everything else by `npm start`, in the syntax of every Node: an older one would fail
// at the first line of TypeScript, with a stack that does not say why.
if (!process.features.typescript) {
  process.stderr.write(
    `Tillbook needs Node 24 or later, this is ${process.version}: run "npm ci", which installs one.\n`,
  );
  process.exit(1);
}
