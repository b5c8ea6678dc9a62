import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { animatedWebp, type Frame } from "./animated-webp.ts";

/** Of the filmed pages, px. */
export const PAGE_SIZE = { width: 1_280, height: 800 } as const;
const CAPTION_SIZE = { width: 1_280, height: 64 } as const;
/** Of the film to the pages. */
const SCALE = 0.75;
const QUALITY = 62;
const EVERY_MS = 320;
/** As short as browsers play a picture. */
const CAPTION_MS = 20;
const READING_MS = 2_600;

interface Size {
  readonly width: number;
  readonly height: number;
}

const scaled = ({ width, height }: Size) => ({ width: width * SCALE, height: height * SCALE });

/** Films pages one after another, with captions below them. */
export class Film {
  readonly #frames: Frame[] = [];
  readonly #captions: Page;
  #last = "";

  /** `captions` is a blank page, on which captions are drawn. */
  constructor(captions: Page) {
    this.#captions = captions;
  }

  /** Films with a new caption for as long as it takes to read it. */
  async say(page: Page, caption: string): Promise<void> {
    await this.#captions.setContent(CAPTION);
    await this.#captions.locator("p").evaluate((shown, text) => {
      shown.textContent = text;
    }, caption);
    const webp = await pictureOf(this.#captions, CAPTION_SIZE);
    const top = PAGE_SIZE.height * SCALE;
    this.#frames.push({ webp, ms: CAPTION_MS, top, ...scaled(CAPTION_SIZE) });
    this.#last = "";
    await this.shown(page, READING_MS);
  }

  /** Films for at least this long. */
  async shown(page: Page, ms: number): Promise<void> {
    await this.during(page, new Promise((done) => setTimeout(done, ms)));
  }

  /** Films until something is done, and leaves out what comes after `most` ms. */
  async during(page: Page, done: Promise<unknown>, most = Infinity): Promise<void> {
    const end = done.then(() => true);
    for (let filmed = 0; ; filmed += EVERY_MS) {
      const next = new Promise<false>((pass) => setTimeout(() => pass(false), EVERY_MS));
      if (filmed < most) this.#add(await pictureOf(page, PAGE_SIZE));
      if (await Promise.race([end, next])) return;
    }
  }

  /** An animated WebP. */
  file(): Buffer {
    const height = PAGE_SIZE.height + CAPTION_SIZE.height;
    return animatedWebp(scaled({ width: PAGE_SIZE.width, height }), this.#frames);
  }

  #add(webp: Buffer): void {
    const hash = createHash("sha256").update(webp).digest("hex");
    const before = this.#frames.at(-1);
    if (hash === this.#last && before !== undefined)
      this.#frames[this.#frames.length - 1] = { ...before, ms: before.ms + EVERY_MS };
    else this.#frames.push({ webp, ms: EVERY_MS, top: 0, ...scaled(PAGE_SIZE) });
    this.#last = hash;
  }
}

const CAPTION = `<body style="margin:0"><p style="margin:0;height:64px;display:grid;place-items:center;
  font:600 24px system-ui,sans-serif;color:#12203a;background:#ffc629"></p></body>`;

async function pictureOf(page: Page, size: Size): Promise<Buffer> {
  const device = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...size, scale: SCALE };
  const picture = { format: "webp", quality: QUALITY, clip } as const;
  const { data } = await device.send("Page.captureScreenshot", picture);
  await device.detach();
  return Buffer.from(data, "base64");
}
