export type { SourceFile, SourceHasher } from "./source.ts";
export type { ApiCalls, ApiRequest } from "./uploader-ports.ts";
