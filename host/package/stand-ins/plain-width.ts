/**
 * Stands in for `string-width` in the bundle. Only the help that yargs draws asks for it, and ours is our own; the
 * real one makes a segmenter for all scripts when it is loaded, which takes longer than all else that yargs does.
 */
export default function plainWidth(text: string): number {
  return text.length;
}
