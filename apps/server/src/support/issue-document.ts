import type { Issue } from "./issue.ts";

/** A paragraph of plain text: nothing in it is read as markup. */
function paragraph(text: string) {
  const content: { type: "text" | "hardBreak"; text?: string }[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) content.push({ type: "hardBreak" });
    // An empty text node is refused.
    if (line !== "") content.push({ type: "text", text: line });
  }
  return { type: "paragraph", content };
}

/**
 * The description of an issue, and below it who reported it from where, as an Atlassian Document
 * Format, version 1.
 */
export function issueDocument({ description, reporter, url, requestId }: Issue) {
  const origin = [
    `Reported by ${reporter.name} (${reporter.email === "" ? reporter.subject : reporter.email})`,
    ...(url === "" ? [] : [`Page, as the browser said: ${url}`]),
    `Request: ${requestId}`,
  ];
  return {
    type: "doc",
    version: 1,
    content: [
      ...description.split(/\n{2,}/).map(paragraph),
      { type: "rule" },
      paragraph(origin.join("\n")),
    ],
  };
}
