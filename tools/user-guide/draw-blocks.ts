import { resolve } from "node:path";
import type { Token, Tokens } from "marked";
import { drawTable } from "./draw-table.ts";
import { BODY_SIZE, COLOUR, FACE } from "./guide-look.ts";
import { keepTogether, left, widthOf, write, type Guide } from "./guide-page.ts";
import { runsOf, textOf } from "./inline-text.ts";

/** A heading of the guide and the page, from 0, that it stands on. */
export interface Chapter {
  readonly title: string;
  readonly depth: number;
  readonly page: number;
}

const HEADING_SIZE: Readonly<Record<number, number>> = { 2: 17, 3: 12.5 };
/** No heading stands this near to the end of a page. */
const HEADING_ROOM = 110;
const INDENT = 16;

/** Draws the guide's blocks one below another and returns its headings. */
export function drawBlocks(guide: Guide, tokens: readonly Token[], folder: string): Chapter[] {
  return tokens.flatMap((token): Chapter[] => {
    switch (token.type) {
      case "heading":
        return [drawHeading(guide, token as Tokens.Heading)];
      case "paragraph":
        drawParagraph(guide, token as Tokens.Paragraph, folder);
        return [];
      case "list":
        drawList(guide, token as Tokens.List);
        return [];
      case "table":
        drawTable(guide, token as Tokens.Table);
        return [];
      case "space":
        return [];
      default:
        throw new Error(`the user guide has no form for ${token.type}: ${token.raw}`);
    }
  });
}

function drawHeading(guide: Guide, { depth, tokens }: Tokens.Heading): Chapter {
  const title = textOf(runsOf(tokens));
  guide.y += depth === 2 ? 14 : 6;
  keepTogether(guide, HEADING_ROOM);
  const page = guide.bufferedPageRange().count - 1;
  guide.addNamedDestination(title);
  guide.addStructure(
    guide.struct(`H${depth - 1}`, {}, () => {
      guide
        .font(FACE.strong)
        .fontSize(HEADING_SIZE[depth] ?? BODY_SIZE)
        .fillColor(COLOUR.blue);
      guide.text(title, left(), guide.y, { width: widthOf(guide) });
    }),
  );
  if (depth === 2) underline(guide);
  guide.y += depth === 2 ? 10 : 4;
  return { title, depth, page };
}

function underline(guide: Guide): void {
  guide.markContent("Artifact", { type: "Layout" });
  guide
    .rect(left(), guide.y + 1, 36, 2.5)
    .fillColor(COLOUR.yellow)
    .fill();
  guide.endMarkedContent();
}

function drawParagraph(guide: Guide, { tokens }: Tokens.Paragraph, folder: string): void {
  const [first, ...others] = tokens;
  if (first?.type === "image" && others.length === 0)
    return drawPicture(guide, first as Tokens.Image, folder);
  const runs = runsOf(tokens);
  guide.addStructure(
    guide.struct("P", {}, () => write(guide, runs, { x: left(), width: widthOf(guide) })),
  );
  guide.y += 7;
}

function drawPicture(guide: Guide, { href, text }: Tokens.Image, folder: string): void {
  // `openImage` is pdfkit's own way to the size of a picture; its types leave it out.
  const picture = (guide as unknown as PictureOpener).openImage(resolve(folder, href));
  const width = widthOf(guide);
  const height = (width * picture.height) / picture.width;
  keepTogether(guide, height + 30);
  const top = guide.y + 2;
  guide.addStructure(
    guide.struct("Figure", { alt: text }, () =>
      guide.image(resolve(folder, href), left(), top, { width }),
    ),
  );
  guide.markContent("Artifact", { type: "Layout" });
  guide.rect(left(), top, width, height).lineWidth(0.6).stroke(COLOUR.line);
  guide.endMarkedContent();
  guide.y = top + height + 4;
  guide.addStructure(
    guide.struct("Caption", {}, () => {
      guide.font(FACE.stress).fontSize(9).fillColor(COLOUR.quiet);
      guide.text(text, left(), guide.y, { width });
    }),
  );
  guide.y += 10;
}

interface PictureOpener {
  openImage(path: string): { width: number; height: number };
}

function drawList(guide: Guide, { items }: Tokens.List): void {
  const width = widthOf(guide) - INDENT;
  const list = guide.struct("L");
  guide.addStructure(list);
  for (const { tokens } of items) {
    const runs = runsOf(tokens);
    keepTogether(guide, 2 * BODY_SIZE);
    const label = guide.struct("Lbl", {}, () => {
      guide.font(FACE.plain).fontSize(BODY_SIZE).fillColor(COLOUR.ink);
      const { y } = guide;
      guide.text("\u2022", left() + 4, y, { lineBreak: false });
      guide.y = y;
    });
    const body = guide.struct("LBody", {}, () => write(guide, runs, { x: left() + INDENT, width }));
    list.add(guide.struct("LI", {}, [label, body]));
    guide.y += 3;
  }
  list.end();
  guide.y += 5;
}
