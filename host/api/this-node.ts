/** This module comes first in each door: an old Node would report newer syntax as a mistake of ours. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 15))
  throw new Error(
    `wordhost requires Node 24.15 or later; this is Node ${process.versions.node}: run npm install node@24, then npx node with your program`,
  );

export {};
