import { expect, test } from "vitest";
import { formAt, StoreAddresses } from "./store-addresses.ts";

const OTHER = "https://second.example";
const MINUTE = 60_000;

const begin = (addresses: StoreAddresses, posts: number, now = 0) =>
  Array.from({ length: posts }, () => addresses.begin(now));

/** With so many others that have each stored a post. */
function withUsable(...others: string[]): StoreAddresses {
  const addresses = new StoreAddresses(others);
  for (const address of begin(addresses, 2 * others.length + 1))
    addresses.ended(address, "stored", 0);
  return addresses;
}

test("link/A2 another address has a single post until one was stored there", () => {
  const addresses = new StoreAddresses([OTHER]);
  expect(begin(addresses, 4)).toEqual([undefined, OTHER, undefined, undefined]);
  expect(addresses.count).toBe(1);
  addresses.ended(OTHER, "stored", 0);
  expect(addresses.count).toBe(2);
  expect(begin(addresses, 3)).toEqual([OTHER, OTHER, OTHER]);
});

test("link/A2 another address that answered takes as many posts at once", () => {
  const addresses = new StoreAddresses([OTHER]);
  addresses.reached(OTHER);
  expect(addresses.count).toBe(2);
  expect(begin(addresses, 4)).toEqual([OTHER, undefined, OTHER, undefined]);
});

test("link/A3 an answer that comes after a failed post changes nothing", () => {
  const addresses = new StoreAddresses([OTHER]);
  begin(addresses, 2);
  addresses.ended(OTHER, "failed", 0);
  addresses.reached(OTHER);
  expect(addresses.count).toBe(1);
});

test("link/A1 and A2 posts are shared out, one fewer to the address of the API", () => {
  const chosen = begin(withUsable(OTHER, "https://third.example"), 17);
  const postsTo = (address?: string) => chosen.filter((each) => each === address).length;
  expect([postsTo(), postsTo(OTHER), postsTo("https://third.example")]).toEqual([5, 6, 6]);
});

test("link/A3 an address that failed is left out for 5 min, and then tried by a single post", () => {
  const addresses = withUsable(OTHER);
  begin(addresses, 2);
  addresses.ended(OTHER, "failed", MINUTE);
  expect(addresses.count).toBe(1);
  expect(begin(addresses, 3, 6 * MINUTE - 1)).toEqual([undefined, undefined, undefined]);
  expect(begin(addresses, 3, 6 * MINUTE)).toEqual([OTHER, undefined, undefined]);
});

test("link/A3 what was stopped or stored says nothing against an address, and its own is never left out", () => {
  const addresses = withUsable(OTHER);
  begin(addresses, 4);
  addresses.ended(OTHER, "stopped", 0);
  addresses.ended(OTHER, "stored", 0);
  addresses.ended(undefined, "failed", 0);
  expect(addresses.count).toBe(2);
  expect(begin(addresses, 3)).toContain(undefined);
});

test("a form keeps its path and fields at another address", () => {
  const fields = { key: "k" };
  expect(formAt({ url: "/store/uploads", fields }, OTHER)).toEqual({
    url: `${OTHER}/store/uploads`,
    fields,
  });
  const form = { url: "https://store.example:8080/uploads", fields };
  expect(formAt(form, OTHER).url).toBe(`${OTHER}/uploads`);
  expect(formAt(form, undefined)).toBe(form);
});
