import { useEffect, useState } from "react";

/** What must not be lost with the session, such as a running upload: how many of it this page has. */
class UnfinishedWork {
  #held = 0;

  get exists(): boolean {
    return this.#held > 0;
  }

  /** Returns how to end it. */
  hold(): () => void {
    this.#held += 1;
    let ended = false;
    return () => {
      if (!ended) this.#held -= 1;
      ended = true;
    };
  }
}

/** That of this page. */
export const unfinishedWork = new UnfinishedWork();

/** Keeps the page mounted, whatever becomes of the session, for as long as it is true. */
export function useUnfinishedWork(unfinished: boolean): void {
  useEffect(() => (unfinished ? unfinishedWork.hold() : undefined), [unfinished]);
}

/** The same for as long as a text is typed: to be told of it at each letter. */
export function useUnfinishedText(): (text: string) => void {
  const [typed, setTyped] = useState("");
  useUnfinishedWork(typed !== "");
  return setTyped;
}
