const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
