import { expect as anyExpect, type Locator, type Page } from "@playwright/test";

/** A busy machine takes its time. */
export const expect = anyExpect.configure({ timeout: 30_000 });

/**
 * Seconds of the Keystroke-Level Model: Card, Moran and Newell, "The keystroke-level model for user
 * performance time with interactive systems", Communications of the ACM 23 (7), 1980, pages 396 to 410:
 * a key by an average typist, pointing, homing between mouse and keyboard, and the mental preparation of
 * a decision. Of a click the same pages count a key; here it is a press and a release of 0.1 s each, as
 * in Kieras, "Using the keystroke-level model to estimate execution times", University of Michigan, 1993.
 */
const SECONDS = { key: 0.28, point: 1.1, click: 0.2, home: 0.4, decision: 1.35 } as const;

/** What a person did, and how long the system took to answer. */
export interface Effort {
  readonly clicks: number;
  readonly keys: number;
  /** Seconds of the person, by the model. */
  readonly person: number;
  /** Seconds from each action until what was waited for was on the screen. */
  readonly system: number;
}

/** How an action is counted. */
interface Counted {
  /** It belongs to the action before it: nothing is decided anew. */
  readonly follows?: true;
}

/** The hand of a person at a page: does by real input what it is told, and counts it. Rests on the mouse at first. */
export class Hand {
  #page: Page;
  readonly #times = { key: 0, point: 0, click: 0, home: 0, decision: 0 };
  #isOnKeys = false;
  #acted: number | undefined;
  #systemMs = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Where the hand is. */
  get page(): Page {
    return this.#page;
  }

  /** Goes on in a window that an action has opened. */
  follow(page: Page): void {
    this.#page = page;
  }

  get effort(): Effort {
    const names = Object.keys(SECONDS) as (keyof typeof SECONDS)[];
    const person = names.reduce((sum, name) => sum + this.#times[name] * SECONDS[name], 0);
    const { click: clicks, key: keys } = this.#times;
    return { clicks, keys, person, system: this.#systemMs / 1_000 };
  }

  /** Waits until something is on the screen. What is below is scrolled to, which counts as pointing. */
  async sees(what: Locator): Promise<void> {
    await expect(what).toBeVisible();
    this.#answered();
    const isInSight = await what.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    if (isInSight) return;
    this.#home(false);
    this.#times.point++;
    await what.scrollIntoViewIfNeeded();
  }

  /** Waits until something is so, such as an address or an answer of the server. */
  async waits(until: () => Promise<unknown>): Promise<void> {
    await until();
    this.#answered();
  }

  async click(target: Locator, { follows }: Counted = {}): Promise<void> {
    await this.sees(target);
    await expect(target).toBeEnabled();
    await this.#point(target, follows);
    this.#times.click++;
    this.#act();
    await this.page.mouse.down();
    await this.page.mouse.up();
  }

  /** Rests the pointer on something, for its hint. */
  async pointAt(target: Locator): Promise<void> {
    await this.sees(target);
    this.#act();
    await this.#point(target);
  }

  /** Presses a key, or several at once: `Control+k` counts as two. */
  async press(keys: string, { follows }: Counted = {}): Promise<void> {
    this.#begin(true, follows);
    this.#times.key += keys.split("+").length;
    this.#act();
    await this.page.keyboard.press(keys);
  }

  /** Copies the page's address: the keys are the browser's own, which no page is told of. */
  async copyAddress(): Promise<string> {
    this.#begin(true);
    this.#times.key += "Control+l, Control+c".split(/\+|, /).length;
    this.#act();
    return this.page.url();
  }

  async type(text: string, { follows }: Counted = {}): Promise<void> {
    this.#begin(true, follows);
    this.#times.key += text.length;
    this.#act();
    await this.page.keyboard.type(text);
  }

  /** Drags a folder from the desktop beside the window onto the page, and drops it. */
  async drop(folder: string): Promise<void> {
    this.#begin(false);
    this.#times.point += 2;
    this.#times.click++;
    const session = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    this.#act();
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await session.send("Input.dispatchDragEvent", { type, x: 400, y: 400, data });
  }

  #begin(onKeys: boolean, follows?: true): void {
    this.#home(onKeys);
    if (follows !== true) this.#times.decision++;
  }

  #home(onKeys: boolean): void {
    if (onKeys !== this.#isOnKeys) this.#times.home++;
    this.#isOnKeys = onKeys;
  }

  async #point(target: Locator, follows?: true): Promise<void> {
    this.#begin(false, follows);
    this.#times.point++;
    await target.hover();
  }

  #act(): void {
    this.#acted = performance.now();
  }

  #answered(): void {
    if (this.#acted !== undefined) this.#systemMs += performance.now() - this.#acted;
    this.#acted = undefined;
  }
}
