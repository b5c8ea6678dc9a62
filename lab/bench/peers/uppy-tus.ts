import Uppy from "@uppy/core";
import Tus from "@uppy/tus";

/** Uploads with Uppy and tus as they come: default limit, default chunk size. */
export async function uppyTus(files: readonly File[], endpoint: string): Promise<void> {
  const uppy = new Uppy({ autoProceed: false });
  uppy.use(Tus, { endpoint, storeFingerprintForResuming: false });
  uppy.addFiles(files.map((data) => ({ name: data.webkitRelativePath, type: data.type, data })));
  const result = await uppy.upload();
  const failed = result?.failed?.length ?? files.length;
  if (failed > 0) throw new Error(`Uppy failed on ${failed} files`);
}
