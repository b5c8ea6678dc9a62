import {
  INSTRUMENT_KINDS,
  instrumentFileFaults,
  instrumentKind,
  type InstrumentKind,
  type InstrumentOwner,
  sizeFault,
  tableFault,
  textFault,
} from "@swath/contract/calibrations";
import { companions } from "@swath/survey";

/** Instrument files as the form sends them: texts, TBL gzipped and in base64. */
export interface LoadedFiles extends Readonly<Record<InstrumentKind, string>> {
  readonly names: readonly string[];
}

type Read = { readonly files: LoadedFiles } | { readonly faults: readonly string[] };

/** A text, as it is: a byte order mark stays. What is not UTF-8 would come back as other bytes. */
async function textOf(kind: InstrumentKind, file: File): Promise<string | undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    const text = decoder.decode(await file.arrayBuffer());
    return textFault(kind, text) === undefined ? text : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** By an address of data, since a long string of bytes has no other way that does not stop the page. */
async function base64Of(bytes: Blob): Promise<string> {
  const reader = new FileReader();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  reader.addEventListener("load", () =>
    typeof reader.result === "string" ? resolve(reader.result) : reject(new Error("no text")),
  );
  reader.addEventListener("error", () => reject(reader.error ?? new Error("cannot be read")));
  reader.readAsDataURL(bytes);
  const address = await promise;
  return address.slice(address.indexOf(",") + 1);
}

async function tableOf(file: File): Promise<string> {
  const packed = file.stream().pipeThrough(new CompressionStream("gzip"));
  return base64Of(await new Response(packed).blob());
}

/**
 * Reads the instrument files of a folder: one each of RES, TBL and LCP by the naming standard, within
 * their bounds; nothing is read of what is not. Other files of the folder, and companions such as
 * those of a Mac, are not looked at.
 */
export async function readInstrumentFiles(
  folder: readonly File[],
  owner: InstrumentOwner,
): Promise<Read> {
  const isCompanion = companions();
  const own = folder.filter(
    ({ name, webkitRelativePath }) =>
      instrumentKind(name) !== undefined && !isCompanion(webkitRelativePath || name),
  );
  const names = own.map(({ name }) => name);
  const misnamed = instrumentFileFaults(names, owner);
  if (misnamed.length > 0) return { faults: misnamed };
  const of = (kind: InstrumentKind): File => own.find(({ name }) => instrumentKind(name) === kind)!;
  const oversized = INSTRUMENT_KINDS.flatMap((kind) => sizeFault(kind, of(kind).size) ?? []);
  if (oversized.length > 0) return { faults: oversized };
  const start = new Uint8Array(await of("TBL").slice(0, 8).arrayBuffer());
  const [RES, LCP] = await Promise.all([textOf("RES", of("RES")), textOf("LCP", of("LCP"))]);
  const faults = [
    ...(RES === undefined ? ["RES file is not a text file."] : []),
    ...(LCP === undefined ? ["LCP file is not a text file."] : []),
    ...[tableFault(start) ?? []].flat(),
  ];
  if (RES === undefined || LCP === undefined || faults.length > 0) return { faults };
  return { files: { names, RES, LCP, TBL: await tableOf(of("TBL")) } };
}
