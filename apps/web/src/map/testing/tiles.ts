/** A tile of one colour (red, green, blue), as a PNG in an address. */
export async function tileOf(colour: string): Promise<string> {
  const canvas = new OffscreenCanvas(256, 256);
  const context = canvas.getContext("2d")!;
  context.fillStyle = colour;
  context.fillRect(0, 0, 256, 256);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
}

/**
 * Stands in for tile servers: addresses below `/tiles/` are asked of `answer`, which gives a tile's
 * address or undefined where none answers. Returns what was asked, and the way back.
 */
export function serveTiles(answer: (path: string) => string | undefined) {
  const asked: string[] = [];
  const own = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src")!;
  Object.defineProperty(HTMLImageElement.prototype, "src", {
    ...own,
    set(this: HTMLImageElement, address: string) {
      const isTile = address.startsWith("/tiles/");
      if (isTile) asked.push(address);
      // No picture: the element reports an error, as where a server is away.
      own.set!.call(this, isTile ? (answer(address) ?? "data:,") : address);
    },
  });
  return {
    asked,
    end: () => Object.defineProperty(HTMLImageElement.prototype, "src", own),
  };
}
