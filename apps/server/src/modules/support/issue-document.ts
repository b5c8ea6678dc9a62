import type { Issue } from "./issue.ts";

interface TextNode {
  readonly type: "text";
  readonly text: string;
}
type LineNode = TextNode | { readonly type: "hardBreak" };
interface ParagraphNode {
  readonly type: "paragraph";
  readonly content: readonly LineNode[];
}

/** Atlassian Document Format, version 1: only paragraphs of plain text, so that nothing is read as markup. */
export interface AtlassianDocument {
  readonly type: "doc";
  readonly version: 1;
  readonly content: readonly (ParagraphNode | { readonly type: "rule" })[];
}

const BREAK: LineNode = { type: "hardBreak" };

function paragraph(text: string): ParagraphNode {
  const content: LineNode[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) content.push(BREAK);
    // An empty text node is refused.
    if (line !== "") content.push({ type: "text", text: line });
  }
  return { type: "paragraph", content };
}

/** The description of an issue, and below it who reported it from where. */
export function issueDocument({ description, reporter, url, requestId }: Issue): AtlassianDocument {
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
