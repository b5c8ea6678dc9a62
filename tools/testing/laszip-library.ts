/**
 * The used functions of liblaszip 3 (`laszip_api.h`); each returns 0, or 1 with a message to fetch.
 */
export interface LaszipLibrary {
  create(out: unknown[]): number;
  destroy(handle: unknown): number;
  error(handle: unknown, out: unknown[]): number;
  openReader(handle: unknown, path: string, compressed: number[]): number;
  headerOf(handle: unknown, out: unknown[]): number;
  pointOf(handle: unknown, out: unknown[]): number;
  readPoint(handle: unknown): number;
  closeReader(handle: unknown): number;
  setHeader(handle: unknown, header: unknown): number;
  keepSoftware(handle: unknown, keep: number): number;
  openWriter(handle: unknown, path: string, compress: number): number;
  setPoint(handle: unknown, point: unknown): number;
  writePoint(handle: unknown): number;
  closeWriter(handle: unknown): number;
}

const NAMES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ["liblaszip.so.8", "liblaszip.so"],
  darwin: ["liblaszip.8.dylib", "liblaszip.dylib"],
  win32: ["laszip.dll", "laszip3.dll"],
};

/** liblaszip where it is installed, else undefined. */
export async function loadLaszip(): Promise<LaszipLibrary | undefined> {
  const koffi = await import("koffi").catch(() => undefined);
  for (const name of koffi === undefined ? [] : (NAMES[process.platform] ?? []))
    try {
      return functionsOf(koffi!.default.load(name));
    } catch {
      // The next name, or none.
    }
  return undefined;
}

type Loaded = ReturnType<(typeof import("koffi"))["default"]["load"]>;

function functionsOf(library: Loaded): LaszipLibrary {
  const call = (declaration: string) =>
    library.func(`int laszip_${declaration}`) as unknown as (...values: unknown[]) => number;
  return {
    create: call("create(_Out_ void **handle)"),
    destroy: call("destroy(void *handle)"),
    error: call("get_error(void *handle, _Out_ const char **message)"),
    openReader: call("open_reader(void *handle, const char *path, _Out_ int *compressed)"),
    headerOf: call("get_header_pointer(void *handle, _Out_ void **header)"),
    pointOf: call("get_point_pointer(void *handle, _Out_ void **point)"),
    readPoint: call("read_point(void *handle)"),
    closeReader: call("close_reader(void *handle)"),
    setHeader: call("set_header(void *handle, void *header)"),
    keepSoftware: call("preserve_generating_software(void *handle, int keep)"),
    openWriter: call("open_writer(void *handle, const char *path, int compress)"),
    setPoint: call("set_point(void *handle, void *point)"),
    writePoint: call("write_point(void *handle)"),
    closeWriter: call("close_writer(void *handle)"),
  };
}
