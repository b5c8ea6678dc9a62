type Search = Readonly<Record<string, unknown>>;

/**
 * Makes of a reader of addresses one that leaves nothing else in them: what it does not return is
 * named and undefined, or the router would hand it on unread.
 */
export function strictSearch<Read extends object>(
  read: (search: Search) => Read,
): (search: Search) => Read {
  return (search) => {
    const unread = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...unread, ...read(search) };
  };
}
