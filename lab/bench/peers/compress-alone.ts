const PIECE_BYTES = 8_388_608;
const HELD_PIECES = 32;

function answer(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", () => resolve(), { once: true });
    worker.addEventListener("error", (event) => reject(new Error(event.message)), { once: true });
  });
}

async function firstPieces(files: readonly File[]): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for (const file of files)
    for (
      let at = 0;
      at + PIECE_BYTES <= file.size && pieces.length < HELD_PIECES;
      at += PIECE_BYTES
    )
      pieces.push(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
  return pieces;
}

/**
 * Milliseconds that this many workers need to compress as many bytes as the files hold, from memory:
 * the pace that no upload of these files can exceed.
 */
export async function compressAlone(files: readonly File[], count: number): Promise<number> {
  const pieces = await firstPieces(files);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const rounds = Math.max(1, Math.round(bytes / (pieces.length * PIECE_BYTES)));
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL("./compress-alone.worker.ts", import.meta.url), { type: "module" }),
  );
  await Promise.all(
    workers.map(async (worker, i) => {
      worker.postMessage({ pieces: pieces.filter((_, n) => n % count === i) });
      await answer(worker);
    }),
  );
  const started = performance.now();
  await Promise.all(
    workers.map(async (worker) => {
      worker.postMessage({ rounds });
      await answer(worker);
    }),
  );
  const elapsed = performance.now() - started;
  for (const worker of workers) worker.terminate();
  return (elapsed * bytes) / (rounds * pieces.length * PIECE_BYTES);
}
