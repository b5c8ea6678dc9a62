// Writes docs/user-guide.md as a PDF, by default where the pages serve it.
//   npm run user-guide -- [FILE]
import { createWriteStream } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { lexer, type Token, type Tokens } from "marked";
import { drawBlocks, type Chapter } from "./draw-blocks.ts";
import { drawContents, drawCover } from "./draw-front.ts";
import { numberPages, openGuide } from "./guide-page.ts";
import { runsOf, textOf } from "./inline-text.ts";

interface GuideSource {
  /** Path of the Markdown. */
  readonly source: string;
  /** Path of the PDF. */
  readonly target: string;
  readonly release: string;
  readonly written: Date;
}

/**
 * Writes the user guide as a PDF with cover, contents, bookmarks and tags. Its Markdown has a title,
 * a paragraph that says what it is, chapters (`##`) with paragraphs, lists, tables, pictures and
 * sections (`###`). Throws where it has more, or a character that the typefaces lack.
 */
export async function writeGuide({ source, target, release, written }: GuideSource): Promise<void> {
  const tokens = lexer(await readFile(source, "utf8")).filter(({ type }) => type !== "space");
  const [title, purpose, ...blocks] = tokens;
  const name = plainText(title, "heading");
  const guide = openGuide(name, written);
  const aside = `${target}.${process.pid}.part`;
  const file = createWriteStream(aside);
  guide.pipe(file);
  drawCover(guide, { title: name, purpose: plainText(purpose, "paragraph"), release });
  guide.addPage();
  guide.addPage();
  const chapters = drawBlocks(guide, blocks, dirname(source));
  drawContents(guide, chapters, 1);
  addBookmarks(guide, chapters);
  numberPages(guide, name);
  guide.end();
  await finished(file);
  await rename(aside, target);
}

function plainText(token: Token | undefined, type: "heading" | "paragraph"): string {
  if (token?.type !== type) throw new Error(`the user guide begins with a title and a paragraph`);
  return textOf(runsOf((token as Tokens.Heading).tokens));
}

function addBookmarks(guide: ReturnType<typeof openGuide>, chapters: readonly Chapter[]): void {
  let chapter = guide.outline;
  for (const { title, depth, page } of chapters) {
    const item = (depth === 2 ? guide.outline : chapter).addItem(title, {
      pageNumber: page,
    } as never);
    if (depth === 2) chapter = item;
  }
}

/** When it is written: a release gives the time of its commit, so that its bytes stay the same. */
function buildTime(): Date {
  const { SOURCE_DATE_EPOCH: epoch } = process.env;
  return epoch === undefined ? new Date() : new Date(Number(epoch) * 1000);
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, "../..");
  const [given] = process.argv.slice(2);
  const { version } = JSON.parse(await readFile(resolve(root, "package.json"), "utf8")) as {
    version: string;
  };
  await writeGuide({
    source: resolve(root, "docs/user-guide.md"),
    target:
      given === undefined
        ? resolve(root, "apps/web/public/user-guide.pdf")
        : resolve(process.env["INIT_CWD"] ?? process.cwd(), given),
    release: version,
    written: buildTime(),
  });
}
