import type { Uploader, UploadJob } from "@swath/upload-engine";
import type { SourceFile } from "@swath/upload-engine/ports";
import { createContext, use } from "react";

/** Makes the uploader of a page, and the files that it reads. */
export interface Engine {
  create(job: UploadJob): Uploader;
  source(file: File, path: string): SourceFile;
}

const EngineContext = createContext<Engine | undefined>(undefined);

export const EngineProvider = EngineContext.Provider;

/** The engine of this page. */
export function useEngine(): Engine {
  const engine = use(EngineContext);
  if (engine === undefined) throw new Error("useEngine outside of EngineProvider");
  return engine;
}
