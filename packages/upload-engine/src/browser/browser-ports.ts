import type { ApiCalls } from "../ports/api.ts";
import type { SourceFile } from "../ports/source.ts";
import type { UploaderPorts } from "../ports/uploader-ports.ts";

/** A file as the browser's picker gave it. */
export interface BrowserFile extends SourceFile {
  readonly file: File;
}

export declare function browserFile(file: File, path: string): BrowserFile;
export declare function browserPorts(options: {
  api: ApiCalls;
  fingerprint: string;
}): UploaderPorts;
