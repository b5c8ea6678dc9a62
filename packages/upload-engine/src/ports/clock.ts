/** Time and randomness, injected so that a test can run hours in a moment. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Runs a task once after so many milliseconds, background tab or not; returns how to cancel it. */
  after(milliseconds: number, task: () => void): () => void;
  /** 0 up to but not including 1. */
  random(): number;
}
