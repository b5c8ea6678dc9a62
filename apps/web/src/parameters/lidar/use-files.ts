import { useState } from "react";
import { z } from "zod";
import { useSavedDraft } from "../../platform/saved-draft.ts";
import type { LoadedFiles } from "./read-instrument-files.ts";

/** Most characters of files that are kept in a tab: a browser gives a site some five million. */
const MOST_KEPT = 2_000_000;

const keptSchema = z.union([
  z.object({
    RES: z.string(),
    TBL: z.string(),
    LCP: z.string(),
    names: z.array(z.string().max(255)).max(20),
  }),
  z.object({ tooLarge: z.literal(true) }),
]);

const sizeOf = ({ RES, TBL, LCP }: LoadedFiles): number => RES.length + TBL.length + LCP.length;

/**
 * The loaded instrument files of a form, kept beside its entries unless they are too large for that;
 * `isRestored`: whether the form begins with what was kept.
 */
export function useFiles(name: string, isRestored: boolean) {
  const kept = useSavedDraft(`${name}:files`);
  const [before] = useState(() => keptSchema.safeParse(kept.read()).data);
  const former = before === undefined || "tooLarge" in before ? undefined : before;
  const [files, setShown] = useState<LoadedFiles | undefined>(isRestored ? former : undefined);
  const setFiles = (next: LoadedFiles | undefined): void => {
    setShown(next);
    if (next === undefined) kept.drop();
    else kept.keep(sizeOf(next) > MOST_KEPT ? { tooLarge: true } : next);
  };
  return {
    files,
    setFiles,
    /** Whether files were loaded before that are to be uploaded again. */
    areLost: isRestored && before !== undefined && "tooLarge" in before && files === undefined,
    fillIn: () => setShown(former),
    drop: () => kept.drop(),
    discard: () => setFiles(undefined),
  };
}
