export { keepWork, type PersistedWork, readSaved } from "./persisted-work.ts";
