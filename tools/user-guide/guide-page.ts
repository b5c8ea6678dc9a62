import Document from "pdfkit";
import { BODY_SIZE, COLOUR, FACE, FONT_FILES, LINE_GAP, PAGE } from "./guide-look.ts";
import type { Run } from "./inline-text.ts";

export type Guide = InstanceType<typeof Document>;

/** An empty guide whose text is tagged for screen readers. */
export function openGuide(title: string, written: Date): Guide {
  const guide = new Document({
    ...PAGE,
    // No standard face is used: a viewer without it may substitute a wider one.
    font: "",
    bufferPages: true,
    autoFirstPage: false,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: "en",
    info: { Title: title, Author: "Swath", CreationDate: written, ModDate: written },
  });
  for (const [name, file] of Object.entries(FONT_FILES)) guide.registerFont(name, file);
  return guide;
}

export const left = (): number => PAGE.margins.left;
export const widthOf = (guide: Guide): number =>
  guide.page.width - PAGE.margins.left - PAGE.margins.right;
export const bottomOf = (guide: Guide): number => guide.page.height - PAGE.margins.bottom;

/** Begins a page where less than `height` is left of this one. */
export function keepTogether(guide: Guide, height: number): void {
  if (guide.y + height > bottomOf(guide)) guide.addPage();
}

/** Of the sans serif, in parts of its size; by it every face stands on one line. */
const ASCENT = 1.025;

/** Writes runs as one paragraph, at `x` and the height reached so far. */
export function write(
  guide: Guide,
  runs: readonly Run[],
  place: { readonly x: number; readonly width: number; readonly size?: number },
): void {
  const { x, width, size = BODY_SIZE } = place;
  guide.fillColor(COLOUR.ink).fontSize(size);
  for (const [index, { text, face }] of runs.entries()) {
    const options = {
      width,
      lineGap: LINE_GAP,
      continued: index < runs.length - 1,
      baseline: -ASCENT * size,
    };
    guide.font(face).fontSize(face === FACE.code ? size - 0.5 : size);
    if (index === 0) guide.text(text, x, guide.y, options);
    else guide.text(text, options);
  }
}

/** The height of a text in one face. */
export function heightOf(
  guide: Guide,
  text: string,
  { width, face, size }: { width: number; face: string; size: number },
): number {
  guide.font(face).fontSize(size);
  return guide.heightOfString(text, { width, lineGap: LINE_GAP });
}

/** Numbers every page but the first. */
export function numberPages(guide: Guide, title: string): void {
  const { start, count } = guide.bufferedPageRange();
  for (let page = start + 1; page < start + count; page++) {
    guide.switchToPage(page);
    guide.page.margins = { ...PAGE.margins, bottom: 0 };
    guide.markContent("Artifact", { type: "Pagination" });
    guide.font(FACE.plain).fontSize(8.5).fillColor(COLOUR.quiet);
    const y = guide.page.height - 40;
    guide.text(title, left(), y, { width: widthOf(guide), lineBreak: false });
    guide.text(String(page + 1), left(), y, { width: widthOf(guide), align: "right" });
    guide.endMarkedContent();
    guide.page.margins = { ...PAGE.margins };
  }
}
