import { lazyPart } from "../../ui/load-part.ts";
import type { FolderGuideProps } from "./folder-guide-card.tsx";

/** The rules are loaded where somebody waits for a folder. */
const Card = lazyPart(() => import("./folder-guide-card.tsx"), "FolderGuideCard");

/** What the folder of an upload must hold; nothing until the rules are loaded. */
export function FolderGuide(props: FolderGuideProps) {
  return <Card {...props} />;
}
