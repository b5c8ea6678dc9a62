import type { BaseMap } from "@swath/contract/settings";
import TileLayer from "ol/layer/Tile";
import XYZ from "ol/source/XYZ";

/** How long the first tile is waited for. */
const MOST_SILENCE_MS = 8_000;
/** How often tiles that do not answer are asked for again. */
const RETRY_MS = 20_000;
/** Failures one after another from which a base map that did answer no longer does. */
const MOST_FAILURES = 8;
/** In the dark look the tiles are seen this much; the rest is the dark ground. */
const DARK_OPACITY = 0.5;

/** The tiles below everything, and whether they answer: a single missing tile is no silence. */
export class BaseTiles {
  readonly layer = new TileLayer<XYZ>();
  #onAnswers: ((answers: boolean) => void) | undefined;
  #map: BaseMap | undefined;
  #answers: boolean | undefined;
  #failures = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setInterval> | undefined;

  /** Begins to ask for tiles; {@link stop} ends it. */
  start(onAnswers: (answers: boolean) => void): void {
    this.#onAnswers = onAnswers;
    window.addEventListener("online", this.#refresh);
    this.show(this.#map);
  }

  stop(): void {
    this.#stopTimers();
    this.#onAnswers = undefined;
    window.removeEventListener("online", this.#refresh);
  }

  /** Shows a base map; undefined shows none. */
  show(map: BaseMap | undefined): void {
    this.#map = map;
    if (this.#onAnswers === undefined) return;
    this.#stopTimers();
    this.#answers = undefined;
    this.#failures = 0;
    if (map === undefined) {
      this.layer.setSource(null);
      this.#judge(false);
      return;
    }
    this.layer.setSource(this.#source(map));
    this.#silence = setTimeout(() => this.#judge(false), MOST_SILENCE_MS);
  }

  setDark(dark: boolean): void {
    this.layer.setOpacity(dark ? DARK_OPACITY : 1);
  }

  #source({ url, maxZoom }: BaseMap): XYZ {
    // Tile servers want to know whose pages their tiles are on; the pages' own policy tells nobody.
    const referrerPolicy = "strict-origin-when-cross-origin";
    const source = new XYZ({ url, maxZoom, referrerPolicy });
    source.on("tileloadend", () => {
      this.#failures = 0;
      this.#judge(true);
    });
    source.on("tileloaderror", () => {
      this.#failures += 1;
      if (this.#answers !== true || this.#failures >= MOST_FAILURES) this.#judge(false);
    });
    return source;
  }

  #judge(answers: boolean): void {
    if (this.#answers === answers) return;
    this.#stopTimers();
    this.#answers = answers;
    if (!answers) this.#retry = setInterval(this.#refresh, RETRY_MS);
    this.#onAnswers?.(answers);
  }

  readonly #refresh = (): void => {
    if (this.#answers === false) this.layer.getSource()?.refresh();
  };

  #stopTimers(): void {
    clearTimeout(this.#silence);
    clearInterval(this.#retry);
  }
}
