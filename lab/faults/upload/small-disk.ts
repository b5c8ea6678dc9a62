import { spawnSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Room for all that the uploads of a stand store, in bytes; memory is taken for what is written alone. */
const ROOM_BYTES = 8_589_934_592;
/** Left free where the disk is full: less than any piece. */
const SLACK_BYTES = 65_536;
/** What is written between looking and filling makes an attempt fail. */
const ATTEMPTS = 5;

const mount = (...words: readonly string[]): boolean =>
  spawnSync("mount", words, { stdio: "ignore" }).status === 0;

/** A disk of its own at a folder, in memory, that can be filled. */
export class SmallDisk {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined where none can be mounted: that takes root on Linux. */
  static mount(folder: string): SmallDisk | undefined {
    const isMounted = mount("-t", "tmpfs", "-o", `size=${ROOM_BYTES},mode=700`, "tmpfs", folder);
    return isMounted ? new SmallDisk(folder) : undefined;
  }

  #resize(bytes: number): boolean {
    return mount("-o", `remount,size=${bytes}`, this.#folder);
  }

  #usedBytes(): number {
    const { blocks, bfree, bsize } = statfsSync(this.#folder);
    return (blocks - bfree) * bsize;
  }

  #fill(): boolean {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
      if (this.#resize(this.#usedBytes() + SLACK_BYTES)) return true;
    return false;
  }

  /** Has no room left for a time; answers whether it could be filled. */
  async fill(ms: number): Promise<boolean> {
    if (!this.#fill()) return false;
    try {
      await sleep(ms);
    } finally {
      this.#resize(ROOM_BYTES);
    }
    return true;
  }

  unmount(): void {
    spawnSync("umount", ["-l", this.#folder], { stdio: "ignore" });
  }
}
