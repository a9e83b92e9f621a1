/** First of all in each door: what an older Node does not know would be told as a mistake in our code. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 15))
  throw new Error(
    `wordhost needs Node 24.15 or later, and this is Node ${process.versions.node}: npm install node@24, then npx node with your program`,
  );

export {};
