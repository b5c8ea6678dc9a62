/** What the bench asks of a page with a map, of ours and of a peer's. */
export interface MapPageCalls {
  /** Loads the chosen file in a worker; how many features came. */
  load(): Promise<number>;
  /** Draws what was loaded, all of it in sight. */
  show(): void;
  /** Whether the last thing ordered is on the screen. */
  drawn(): boolean;
  /** Zooms in by so many levels about the middle of the data. */
  zoomIn(levels: number): void;
}

/** Ours alone: milliseconds that a lasso around so much of the data takes, and what it takes. */
export interface LassoCall {
  lasso(corners: number): { readonly milliseconds: number; readonly features: number };
}
