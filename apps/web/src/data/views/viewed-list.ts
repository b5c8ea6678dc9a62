import type { View, ViewContent } from "@swath/contract/views";

/** A list as its page shows it, of which views are kept. */
export interface ViewedList {
  /** What the page shows now. */
  readonly content: ViewContent;
  /** Whether that is what a view keeps. */
  readonly isShown: (view: View) => boolean;
  readonly onOpen: (view: View) => void;
}
