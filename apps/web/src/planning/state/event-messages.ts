const WORDS: Readonly<Record<string, string>> = {
  add: "loading",
  replace: "replacing",
  remove: "removal of a file",
  clearAll: "clearing of all files",
  lasso: "lasso selection",
  select: "selection",
  clearSelection: "clearing of all selections",
  associate: "association",
  assignToAll: "Assign to All",
  release: "removal of the association",
  markCrossStrips: "marking of cross-strips",
  foundCrossStrips: "cross-strip determination",
};

/** What undo takes back, by the event that did it. */
export const wordsOf = (event: string): string => WORDS[event] ?? "change";
