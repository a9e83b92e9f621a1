/**
 * Blocks between `<!-- tabs -->` and `<!-- end -->`, each below its title in bold, as a code group of VitePress. Elsewhere
 * they are read one below the other.
 */
export function withTabs(text: string): string {
  return text.replace(
    /^<!-- tabs -->\n([\s\S]*?)^<!-- end -->$/gm,
    (_, blocks: string) =>
      `::: code-group\n${blocks
        .replace(/^<!-- .* -->\n/gm, '')
        .replace(/^\*\*(.+)\*\*\n+```(\w+)$/gm, '```$2 [$1]')}:::`,
  );
}
