/** The bytes of an item of the last point, to be decoded over. */
interface Last {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

function lastOf(of: Uint8Array): Last {
  // A copy, whatever kind of bytes they are.
  const bytes = new Uint8Array(of);
  return { bytes, view: new DataView(bytes.buffer) };
}

/** What the codes of a scanner channel are decoded by, over which last point. */
interface Channel<Models> {
  readonly models: Models;
  readonly last: Last;
}

/** From this version on an item follows the scanner channel to the letter. */
const FOLLOWS = 4;

/**
 * What an item of a layered chunk is decoded by, for each of the four scanner channels: made when its
 * channel comes first, of the last point before. LASzip before version 4 decodes the first point of a
 * channel that came before by what that channel learnt, but over the last point of the other channel.
 */
export class Channels<Models> {
  readonly #make: () => Models;
  readonly #follows: boolean;
  readonly #channels: (Channel<Models> | undefined)[] = [];
  #current: Channel<Models>;

  constructor(channel: number, first: Uint8Array, version: number, make: () => Models) {
    this.#make = make;
    this.#follows = version >= FOLLOWS;
    this.#current = { models: make(), last: lastOf(first) };
    this.#channels[channel] = this.#current;
  }

  /** Goes on to the channel of the next point. */
  select(channel: number): Channel<Models> {
    const before = this.#current;
    const known = this.#channels[channel];
    if (known === before) return before;
    this.#current = known ?? { models: this.#make(), last: lastOf(before.last.bytes) };
    this.#channels[channel] = this.#current;
    if (known === undefined || this.#follows) return this.#current;
    return { models: this.#current.models, last: before.last };
  }
}
