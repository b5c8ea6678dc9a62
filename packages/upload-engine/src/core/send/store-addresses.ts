import type { UploadAuthReply } from "@swath/contract/uploads";

const ASIDE_MS = 300_000;

/** Where a post goes; undefined for the address in its form. */
export type StoreAddress = string | undefined;

type OtherState = "untried" | "usable" | { readonly asideUntil: number };

interface Other {
  readonly address: string;
  posts: number;
  state: OtherState;
}

/**
 * Which of the store's addresses each post goes to, since a browser opens six connections to each.
 *
 * link/A1 a post goes to the form's own address where that has the fewest posts under way; the calls
 *    of the API go there too, so it counts one more;
 * link/A2 else to the other one with the fewest; until it answered when it was tried at first, or one of
 *    its posts was stored, a single one beside those to its own;
 * link/A3 another address that breaks a post, or refuses one, is left out for 5 min, and then as it was
 *    at first: a network may let nothing through to it.
 */
export class StoreAddresses {
  readonly #others: Other[];
  #own = 0;

  /** Given the origins of the others. */
  constructor(others: readonly string[]) {
    this.#others = others.map((address) => ({ address, posts: 0, state: "untried" }));
  }

  /** How many addresses have taken posts, with the form's own. */
  get count(): number {
    return 1 + this.#others.filter(({ state }) => state === "usable").length;
  }

  /** link/A2 An address answered. */
  reached(address: string): void {
    const other = this.#others.find((each) => each.address === address);
    if (other?.state === "untried") other.state = "usable";
  }

  /** link/A1 and A2 To be followed by `ended`. */
  begin(now: number): StoreAddress {
    const other = fewest(this.#others.filter((each) => this.#mayPost(each, now)));
    if (other === undefined || this.#own + 1 <= other.posts) {
      this.#own++;
      return undefined;
    }
    other.posts++;
    return other.address;
  }

  ended(address: StoreAddress, outcome: "stored" | "failed" | "stopped", now: number): void {
    const other = this.#others.find((each) => each.address === address);
    if (other === undefined) this.#own--;
    else {
      other.posts--;
      if (outcome === "stored") other.state = "usable";
      if (outcome === "failed") other.state = { asideUntil: now + ASIDE_MS };
    }
  }

  /** link/A2 and A3 Whether a post may go to another address now. */
  #mayPost({ posts, state }: Other, now: number): boolean {
    if (state === "usable") return true;
    const isDue = state === "untried" || state.asideUntil <= now;
    return isDue && posts === 0 && this.#own > 0;
  }
}

function fewest(others: readonly Other[]): Other | undefined {
  return others.toSorted((a, b) => a.posts - b.posts)[0];
}

/** A form as it is posted to an address of the store; its policy names no host. */
export function formAt(form: UploadAuthReply, address: StoreAddress): UploadAuthReply {
  if (address === undefined) return form;
  const path = /^https?:\/\/[^/]+(\/.*)$/.exec(form.url)?.[1] ?? form.url;
  return { ...form, url: address + path };
}
