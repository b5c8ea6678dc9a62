import { expect, test } from "vitest";
import { asStoreError } from "./store-error.ts";

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test.each(["ENOSPC", "EDQUOT"])("a disk that says %s is a store that is full", (code) => {
  expect(() => asStoreError(failure(code))).toThrow(
    expect.objectContaining({ code: "STORE_FULL", cause: failure(code) }),
  );
});

test.each(["EIO", "EROFS", "EMFILE"])(
  "a disk that says %s is a store that is unavailable for now",
  (code) => {
    expect(() => asStoreError(failure(code))).toThrow(
      expect.objectContaining({ code: "STORE_UNAVAILABLE", cause: failure(code) }),
    );
  },
);

test("what is no matter of the disk stays as it is", () => {
  const bug = failure("EBADF");
  expect(() => asStoreError(bug)).toThrow(bug);
});
