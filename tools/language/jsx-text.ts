const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  hellip: "…",
  lt: "<",
  nbsp: "\u00A0",
  quot: '"',
  ndash: "–",
  mdash: "—",
  times: "×",
};

/** JSX text as it is shown: lines without their indentation, joined by a blank. */
export function jsxText(raw: string): string {
  const lines = raw.split("\n");
  const shown = lines
    .map((line, at) => {
      const start = at === 0 ? line : line.trimStart();
      return at === lines.length - 1 ? start : start.trimEnd();
    })
    .filter((line) => line !== "");
  return shown.join(" ").replaceAll(/&(\w+);/g, (entity, name: string) => {
    const letter = ENTITIES[name];
    if (letter === undefined) throw new Error(`the entity ${entity} is not known`);
    return letter;
  });
}
