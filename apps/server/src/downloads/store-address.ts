/** The address where it is one of the store's; throws for any other: it would be an open redirect. */
export function storeAddress(
  address: string,
  { publicUrl, origins }: { readonly publicUrl: URL | string; readonly origins: readonly string[] },
): string {
  const { origin, protocol } = new URL(address, publicUrl);
  const known = [new URL(publicUrl).origin, ...origins];
  if (known.includes(origin) && /^https?:$/.test(protocol)) return address;
  throw new Error(`an address of ${origin} is none of the store's`);
}
