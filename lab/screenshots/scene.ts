import type { Page } from "@playwright/test";
import type { Swath } from "../../e2e/swath.ts";

export interface Stage {
  readonly swath: Swath;
  /** An empty folder of this scene's own. */
  readonly place: string;
}

/** One screen in one state, as the account named sees it; a browser of its own for each. */
export interface Scene {
  /** The pictures' name: screen, then state. */
  readonly name: string;
  /** Undefined: nobody is signed in. */
  readonly account: string | undefined;
  /** Brings the page into the state to be looked at. */
  open(page: Page, stage: Stage): Promise<void>;
}
