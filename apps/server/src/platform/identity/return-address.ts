/** Where sign-in may return to: a path of our own pages; anything else becomes the start page. */
export function safeReturn(wanted: string | undefined, publicUrl: URL): string {
  // A backslash or a control character is read differently by browsers and by us.
  if (wanted === undefined || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted)) return "/";
  if (wanted.length > 2_048 || !URL.canParse(wanted, publicUrl.href)) return "/";
  const target = new URL(wanted, publicUrl);
  return target.origin === publicUrl.origin
    ? `${target.pathname}${target.search}${target.hash}`
    : "/";
}
