import type { Chapter } from "./draw-blocks.ts";
import { COLOUR, FACE } from "./guide-look.ts";
import { left, widthOf, type Guide } from "./guide-page.ts";

interface Cover {
  readonly title: string;
  readonly purpose: string;
  readonly release: string;
}

/** The first page. */
export function drawCover(guide: Guide, { title, purpose, release }: Cover): void {
  guide.addPage();
  const { width, height } = guide.page;
  guide.markContent("Artifact", { type: "Layout" });
  guide.rect(0, 0, width, height).fillColor(COLOUR.blue).fill();
  guide.rect(left(), 340, 64, 5).fillColor(COLOUR.yellow).fill();
  guide.endMarkedContent();
  const line = (type: string, text: string, y: number, size: number, face: string, tone: string) =>
    guide.addStructure(
      guide.struct(type, {}, () => {
        guide.font(face).fontSize(size).fillColor(tone);
        guide.text(text, left(), y, { width: widthOf(guide), lineGap: 4 });
      }),
    );
  line("Title", title, 282, 36, FACE.strong, "#ffffff");
  line("P", purpose, 366, 14, FACE.plain, "#dbe4f3");
  line("P", `Release ${release}`, height - 110, 11, FACE.plain, COLOUR.yellow);
}

/** The chapters with their pages, on the page kept for them. */
export function drawContents(guide: Guide, chapters: readonly Chapter[], on: number): void {
  guide.switchToPage(on);
  guide.y = guide.page.margins.top;
  guide.addStructure(
    guide.struct("H1", {}, () => {
      guide.font(FACE.strong).fontSize(17).fillColor(COLOUR.blue);
      guide.text("Contents", left(), guide.y, { width: widthOf(guide) });
    }),
  );
  guide.y += 12;
  const toc = guide.struct("TOC");
  guide.addStructure(toc);
  for (const { title, depth, page } of chapters) {
    const indent = depth === 2 ? 0 : 16;
    toc.add(
      guide.struct("TOCI", {}, () => {
        const { y } = guide;
        guide
          .font(depth === 2 ? FACE.strong : FACE.plain)
          .fontSize(11)
          .fillColor(COLOUR.ink);
        guide.text(title, left() + indent, y, { width: widthOf(guide) - 60, goTo: title });
        guide.text(String(page + 1), left(), y, { width: widthOf(guide), align: "right" });
      }),
    );
    guide.y += depth === 2 ? 7 : 4;
  }
  toc.end();
}
