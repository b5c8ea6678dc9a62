import { expect, test } from "vitest";
import { storeAddress } from "./downloads.routes.ts";

const own = { publicUrl: "https://swath.example/", origins: ["https://store.example:9000"] };

test.each([
  "/store/swath-lidar?token=t",
  "https://swath.example/store/b?token=t",
  "https://store.example:9000/b/k?X-Amz-Signature=s",
])("an address of the store is given out: %s", (address) => {
  expect(storeAddress(address, own)).toBe(address);
});

test.each([
  "https://evil.example/b/k",
  "//evil.example/b",
  "https://store.example/b",
  "http://store.example:9000/b",
  "https://store.example:9000@evil.example/b",
  "https://swath.example.evil.example/",
  "javascript:alert(1)",
  "data:text/html,x",
])("an address of no store is never given out: %s", (address) => {
  expect(() => storeAddress(address, own)).toThrow("none of the store's");
});
