const HEAD_END = "\r\n\r\n";
const POST = /^POST \S*\/store\//;
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** What crossed a way in posts to the store, in bytes of their bodies. */
export class PostMeter {
  posts = 0;
  /** Bytes that passed. */
  passed = 0;
  /** Announced by the longest post. */
  longest = 0;
  #mostUnderWay = 0;
  readonly #open = new Map<object, number>();

  /** Announced by the posts that have no answer yet. */
  get #underWay(): number {
    return [...this.#open.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** The most bytes that were under way at once since this was last asked. */
  takeMostUnderWay(): number {
    const most = this.#mostUnderWay;
    this.#mostUnderWay = this.#underWay;
    return most;
  }

  connection(): ConnectionMeter {
    return new ConnectionMeter({
      began: (connection, length) => {
        this.posts += 1;
        this.longest = Math.max(this.longest, length);
        this.#open.set(connection, length);
        this.#mostUnderWay = Math.max(this.#mostUnderWay, this.#underWay);
      },
      passed: (bytes) => (this.passed += bytes),
      ended: (connection) => this.#open.delete(connection),
    });
  }
}

interface Listener {
  readonly began: (connection: object, length: number) => void;
  readonly passed: (bytes: number) => void;
  readonly ended: (connection: object) => void;
}

/** Follows the requests of one connection, one after the other, each with its length in its head. */
export class ConnectionMeter {
  readonly #listener: Listener;
  #head = "";
  /** Of the body that passes now. */
  #left = 0;
  #isPost = false;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  up(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#left > 0 ? this.#body(rest) : this.#heading(rest);
  }

  /** The request is answered, or the connection ended. */
  ended(): void {
    this.#listener.ended(this);
  }

  #body(chunk: Buffer): Buffer {
    const bytes = Math.min(this.#left, chunk.length);
    this.#left -= bytes;
    if (this.#isPost) this.#listener.passed(bytes);
    return chunk.subarray(bytes);
  }

  #heading(chunk: Buffer): Buffer {
    const before = this.#head.length;
    this.#head += chunk.toString("latin1");
    const end = this.#head.indexOf(HEAD_END);
    if (end < 0) return Buffer.alloc(0);
    const head = this.#head.slice(0, end);
    this.#head = "";
    this.#left = Number(LENGTH.exec(head)?.[1] ?? 0);
    this.#isPost = POST.test(head);
    if (this.#isPost) this.#listener.began(this, this.#left);
    return chunk.subarray(end + HEAD_END.length - before);
  }
}
