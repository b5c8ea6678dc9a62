import { lazy, Suspense } from "react";
import { loadPart } from "../../ui/load-part.ts";
import type { FolderGuideProps } from "./folder-guide-card.tsx";

/** The rules are loaded where somebody waits for a folder. */
const Card = lazy(() =>
  loadPart(() => import("./folder-guide-card.tsx")).then(({ FolderGuideCard }) => ({
    default: FolderGuideCard,
  })),
);

/** What the folder of an upload must hold; nothing until the rules are loaded. */
export function FolderGuide(props: FolderGuideProps) {
  return (
    <Suspense fallback={null}>
      <Card {...props} />
    </Suspense>
  );
}
